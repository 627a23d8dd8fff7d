package io.gobridge.example.tenants;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.camel.delivery.DeliveryListener;
import io.gobridge.camel.delivery.Ending;

/** Notes how each delivery of an order ended; the bridge calls it, because it is in the registry. */
final class Endings implements DeliveryListener {

    private final Map<String, List<Ending>> endings = new ConcurrentHashMap<>();

    @Override
    public void onSettled(String routeId, String messageId, Ending ending) {
        endings.computeIfAbsent(messageId, id -> new CopyOnWriteArrayList<>()).add(ending);
    }

    List<Ending> of(String orderId) {
        return endings.getOrDefault(orderId, List.of());
    }

    int size() {
        return endings.values().stream().mapToInt(List::size).sum();
    }
}
