package io.gobridge.example.tenants;

/** What a target got. */
record Arrival(String order, String target, String payload) {
}
