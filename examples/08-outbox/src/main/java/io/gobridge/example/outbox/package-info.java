/**
 * Orders through a database that two nodes share. Start at {@link io.gobridge.example.outbox.SharedOrders}.
 */
package io.gobridge.example.outbox;
