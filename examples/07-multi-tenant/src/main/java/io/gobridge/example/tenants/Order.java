package io.gobridge.example.tenants;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** One line of a file of orders. */
record Order(String id, String tenant, String json) {

    static List<Order> read(String resource) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<Order> orders = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Order.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode order = mapper.readTree(line);
                orders.add(new Order(order.get("id").asText(), order.get("tenant").asText(), line));
            }
        }
        return orders;
    }
}
