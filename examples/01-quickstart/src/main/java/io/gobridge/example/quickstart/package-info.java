/** The first bridge, in one command. Start at {@link io.gobridge.example.quickstart.Quickstart}. */
package io.gobridge.example.quickstart;
