package io.gobridge.camel.testkit.servicebus;

import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs an Azure Service Bus namespace in this JVM, on a free loopback port, for tests. The official client and Camel's
 * {@code azure-servicebus} reach it with its {@link #connectionString()}; they talk AMQP 1.0 with it as with the real
 * service, without TLS. It has queues, topics and subscriptions, peek-lock and receive-and-delete, renewal, deferral,
 * dead letters, scheduled messages, sessions with state, duplicate detection and expiry. It has no transactions, no
 * rules (a subscription gets every message of its topic) and no administration client. Nothing survives
 * {@link #close()}. Thread-safe.
 */
public final class ServiceBusEmulator implements AutoCloseable {

    private final SettlementLog log = new SettlementLog();
    private final EntityStore entities;
    private final ServiceBusFaults faults;
    private final AmqpDoor door;
    private final ReactorLoop loop;

    private ServiceBusEmulator(Clock clock) {
        this.entities = new EntityStore(clock, log);
        this.faults = new ServiceBusFaults(this::tell, this::dropConnections, this::expireLocks);
        this.door = new AmqpDoor(entities, faults);
        this.loop = new ReactorLoop(door, entities::tick);
    }

    /** Starts a namespace without entities, in less than a second. */
    public static ServiceBusEmulator start() {
        return start(Clock.systemUTC());
    }

    /**
     * Starts a namespace without entities whose locks, expiries and schedules follow the clock; what is due is noticed
     * within some milliseconds.
     */
    public static ServiceBusEmulator start(Clock clock) {
        ServiceBusEmulator emulator = new ServiceBusEmulator(clock);
        emulator.loop.start();
        return emulator;
    }

    /** Creates a queue with {@link EntityOptions#DEFAULT}. */
    public ServiceBusEmulator createQueue(String name) {
        return createQueue(name, EntityOptions.DEFAULT);
    }

    /**
     * Creates a queue.
     *
     * @throws IllegalArgumentException when there is an entity of that name
     */
    public ServiceBusEmulator createQueue(String name, EntityOptions options) {
        loop.tell(() -> entities.addQueue(name, options));
        return this;
    }

    /**
     * Creates a topic with {@link EntityOptions#DEFAULT}.
     *
     * @throws IllegalArgumentException when there is an entity of that name
     */
    public ServiceBusEmulator createTopic(String name) {
        return createTopic(name, EntityOptions.DEFAULT);
    }

    /**
     * Creates a topic, with the duplicate window of the options.
     *
     * @throws IllegalArgumentException when there is an entity of that name
     */
    public ServiceBusEmulator createTopic(String name, EntityOptions options) {
        loop.tell(() -> entities.addTopic(name, options));
        return this;
    }

    /**
     * Creates a subscription that gets every message of the topic.
     *
     * @throws IllegalArgumentException when there is no such topic
     */
    public ServiceBusEmulator createSubscription(String topic, String name, EntityOptions options) {
        loop.tell(() -> entities.addSubscription(topic, name, options));
        return this;
    }

    /** Returns the connection string, which holds no secret. */
    public String connectionString() {
        return "Endpoint=sb://127.0.0.1:" + loop.port() + ";SharedAccessKeyName=RootManageSharedAccessKey;"
               + "SharedAccessKey=SAS_KEY_VALUE;UseDevelopmentEmulator=true";
    }

    /**
     * Returns an {@code azure-servicebus:} URI with the connection string and other options, each {@code name=value}.
     */
    public String endpointUri(String queueOrTopic, String... extraOptions) {
        return "azure-servicebus:" + queueOrTopic + "?"
               + Stream.concat(Stream.of("connectionString=RAW(" + connectionString() + ")"), Stream.of(extraOptions))
                       .collect(Collectors.joining("&"));
    }

    /**
     * Returns how many messages an entity has; its path is the name of a queue or
     * {@code <topic>/Subscriptions/<subscription>}.
     *
     * @throws IllegalArgumentException when there is no such entity
     */
    public EntityDepth depth(String path) {
        return loop.ask(() -> entities.queue(path).depth());
    }

    /** Returns what clients asked for about messages that they received, in order; in all entities. */
    public List<SettlementCall> settlements() {
        return log.calls();
    }

    /** Returns what can go wrong here. */
    public ServiceBusFaults faults() {
        return faults;
    }

    /** Ends all connections and forgets everything. */
    @Override
    public void close() {
        loop.close();
    }

    private void tell(Runnable task) {
        loop.tell(task);
    }

    private void dropConnections() {
        door.dropConnections();
    }

    private void expireLocks() {
        entities.queues().forEach(MessageQueue::expireLocks);
    }
}
