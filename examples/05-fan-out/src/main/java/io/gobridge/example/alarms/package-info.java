/** Alarms to three brokers, one of which is away for a while. Start at {@link io.gobridge.example.alarms.Alarms}. */
package io.gobridge.example.alarms;
