/** Commands from a queue to the topic of each plant. Start at {@link io.gobridge.example.commands.Commands}. */
package io.gobridge.example.commands;
