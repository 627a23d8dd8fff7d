package io.gobridge.benchmark;

import java.nio.charset.StandardCharsets;

/** The document of 819 bytes that the steps and their peers read, and what they make of it. */
final class OrderDocument {

    static final byte[] BYTES = """
            {"orderId":"ORD-2026-000123","createdAt":"2026-02-11T09:15:27.123Z","status":"confirmed",\
            "customer":{"id":48291,"name":"Acme Manufacturing GmbH","email":"orders@acme.example","vip":true,\
            "address":{"street":"Hauptstrasse 12","city":"Stuttgart","zip":"70173","country":"DE"}},\
            "items":[{"sku":"A-1001","name":"Hex bolt M8","quantity":250,"price":0.12,"tags":["steel","zinc"]},\
            {"sku":"B-2002","name":"Bearing 6204","quantity":12,"price":4.95,"tags":["bearing"]},\
            {"sku":"C-3003","name":"Servo motor","quantity":1,"price":389.00,"tags":["motor","24V","IP65"]}],\
            "totals":{"net":478.40,"tax":90.90,"gross":569.30,"currency":"EUR"},\
            "meta":{"source":"plant-7","line":3,"sensor":{"temperature":21.75,"humidity":48.2},"checksum":"9f3e1c7ab2d4",\
            "trace":"4bf92f3577b34da6a3ce929d0e0e4736","batch":"B-77120-20260211-01"},"notes":null}""".getBytes(StandardCharsets.UTF_8);

    /** Targets and sources, one of them in an array. */
    static final String[][] FIELDS = {
            { "id", "$.orderId" }, { "city", "$.customer.address.city" }, { "sku", "$.items[1].sku" },
            { "gross", "$.totals.gross" }, { "temperature", "$.meta.sensor.temperature" } };

    private OrderDocument() {
    }
}
