package io.gobridge.camel.testkit.servicebus;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** All queues, topics and subscriptions, by their paths in any letter case. Used by the emulator's thread only. */
final class EntityStore {

    private static final String DEAD_LETTERS = "/$DeadLetterQueue";
    private static final String SUBSCRIPTIONS = "/Subscriptions/";

    private final Clock clock;
    private final SettlementLog log;
    private final AtomicLong sequence = new AtomicLong();
    private final Map<String, Entity> entities = new LinkedHashMap<>();

    EntityStore(Clock clock, SettlementLog log) {
        this.clock = clock;
        this.log = log;
    }

    MessageQueue addQueue(String path, EntityOptions options) {
        // Dead letters have no session, no expiry and no limit.
        MessageQueue deadLetters = new MessageQueue(
                path + DEAD_LETTERS,
                EntityOptions.DEFAULT.withLockDuration(options.lockDuration()), clock, sequence::incrementAndGet, null, log);
        MessageQueue queue = new MessageQueue(path, options, clock, sequence::incrementAndGet, deadLetters, log);
        add(deadLetters);
        add(queue);
        return queue;
    }

    void addTopic(String path, EntityOptions options) {
        add(new Topic(path, options, clock, sequence::incrementAndGet));
    }

    void addSubscription(String topic, String name, EntityOptions options) {
        if (!(find(topic).orElse(null) instanceof Topic parent)) {
            throw new IllegalArgumentException("There is no topic '" + topic + "'");
        }
        parent.add(addQueue(topic + SUBSCRIPTIONS + name, options));
    }

    private void add(Entity entity) {
        if (entities.putIfAbsent(key(entity.path()), entity) != null) {
            throw new IllegalArgumentException("There is an entity '" + entity.path() + "' already");
        }
    }

    Optional<Entity> find(String path) {
        return Optional.ofNullable(entities.get(key(path)));
    }

    /** @throws IllegalArgumentException when there is no such queue or subscription */
    MessageQueue queue(String path) {
        if (find(path).orElse(null) instanceof MessageQueue queue) {
            return queue;
        }
        throw new IllegalArgumentException("There is no queue or subscription '" + path + "'");
    }

    List<MessageQueue> queues() {
        List<MessageQueue> queues = new ArrayList<>();
        entities.values().forEach(entity -> {
            if (entity instanceof MessageQueue queue) {
                queues.add(queue);
            }
        });
        return queues;
    }

    void tick() {
        List.copyOf(entities.values()).forEach(Entity::tick);
    }

    private static String key(String path) {
        return path.toLowerCase(Locale.ROOT);
    }
}
