package io.gobridge.example.outbox;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;

import io.gobridge.camel.testkit.EmbeddedArtemis;
import io.gobridge.camel.testkit.EmbeddedBrokerJ;
import io.gobridge.camel.testkit.Ports;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * Takes orders from RabbitMQ to the MQTT broker of a plant, through a database that two nodes share. One node is killed
 * and the other takes over; then the plant forbids a hall, and its orders become dead letters until that is mended and
 * they are redriven. The bridge itself is {@code application.properties} and {@code camel/orders.yaml}.
 */
public final class SharedOrders {

    private static final int ORDERS = 60;
    private static final int ORDERS_BEFORE_KILL = 20;
    private static final int ORDERS_WHILE_FORBIDDEN = 6;
    private static final int HALLS = 3;
    private static final int PARTITIONS = 4;
    private static final String FORBIDDEN = "hall-2";
    private static final String KEY = "example";
    private static final long TICK_MILLIS = 100;
    private static final int PATIENCE_TICKS = 600;

    private final PrintStream out;
    private String lastRow = "";

    SharedOrders(PrintStream out) {
        this.out = out;
    }

    /** Runs the example; the exit code is 1 when an order is missing. */
    public static void main(String[] args) throws Exception {
        List<String> read = new SharedOrders(System.out).run();
        System.exit(read.stream().distinct().count() == ORDERS + ORDERS_WHILE_FORBIDDEN ? 0 : 1);
    }

    /** Returns what arrived at the plant, with its topics. */
    List<String> run() throws Exception {
        out.println(
                "Starting PostgreSQL, a broker for AMQP 0-9-1 and one for MQTT, and two nodes in processes of their own ...");
        try (EmbeddedPostgres postgres = postgres(); EmbeddedBrokerJ rabbit = EmbeddedBrokerJ.start();
             EmbeddedArtemis mqtt = EmbeddedArtemis.start(); Shop shop = new Shop(rabbit.port());
             Plant plant = new Plant(mqtt.brokerUrl());
             Nodes nodes = new Nodes(
                     "database.url=" + postgres.getJdbcUrl("postgres", "postgres"), "rabbit.port=" + rabbit.port(),
                     "plant.broker=" + mqtt.brokerUrl(), "operations.key=" + KEY)) {
            Tables tables = new Tables(postgres.getPostgresDatabase());
            int operations = Ports.free();
            nodes.start("node-a", Ports.free());
            await(() -> hasTables(tables) && tables.partitions("node-a") == PARTITIONS);
            nodes.start("node-b", operations);
            await(() -> tables.partitions("node-b") == PARTITIONS / 2 && tables.partitions("node-a") == PARTITIONS / 2);
            killANode(nodes, shop, plant, tables);
            forbidAHall(mqtt, shop, plant, tables);
            redrive(mqtt, operations, plant, tables);
            nodes.stop("node-b");
            out.println(
                    "node-b stopped, and left " + tables.partitions("node-b") + " partitions to wait for their leases to end");
            return plant.read();
        }
    }

    /** What it has committed is to last, which is not what this one does by itself. */
    private static EmbeddedPostgres postgres() throws IOException {
        return EmbeddedPostgres.builder().setServerConfig("synchronous_commit", "on").setServerConfig("fsync", "on").start();
    }

    private void killANode(Nodes nodes, Shop shop, Plant plant, Tables tables) throws Exception {
        out.println("partitions of node-a   of node-b   orders at the plant");
        row(tables, plant);
        for (int order = 1; order <= ORDERS; order++) {
            shop.order("hall-" + order % HALLS, "order " + order);
            if (order == ORDERS_BEFORE_KILL) {
                await(() -> plant.read().size() >= ORDERS_BEFORE_KILL);
                row(tables, plant);
                nodes.kill("node-a");
                out.println("  -- node-a is killed --");
            }
        }
        await(() -> {
            row(tables, plant);
            return plant.read().stream().distinct().count() == ORDERS && tables.partitions("node-b") == PARTITIONS;
        });
        row(tables, plant);
    }

    /** Writes a row of the table when another node has a partition. */
    private void row(Tables tables, Plant plant) throws SQLException {
        String holders = String.format("%20d %11d", tables.partitions("node-a"), tables.partitions("node-b"));
        if (!holders.equals(lastRow)) {
            lastRow = holders;
            out.println(holders + String.format("%22d", plant.read().stream().distinct().count()));
        }
    }

    private void forbidAHall(EmbeddedArtemis mqtt, Shop shop, Plant plant, Tables tables) throws Exception {
        mqtt.forbid("plant." + FORBIDDEN);
        out.println("  -- the plant lets nobody send to " + FORBIDDEN + " --");
        for (int order = ORDERS + 1; order <= ORDERS + ORDERS_WHILE_FORBIDDEN; order++) {
            shop.order("hall-" + order % HALLS, "order " + order);
        }
        int dead = ORDERS_WHILE_FORBIDDEN / HALLS;
        await(() -> tables.dead().size() == dead && tables.kept() == 0
                && plant.read().stream().distinct().count() == ORDERS + ORDERS_WHILE_FORBIDDEN - dead);
        tables.dead().forEach(order -> out.println(
                "  dead letter for " + order.address() + ", " + order.category() + ": " + order.reason()));
    }

    private void redrive(EmbeddedArtemis mqtt, int port, Plant plant, Tables tables) throws Exception {
        mqtt.allow("plant." + FORBIDDEN);
        int status = new Operator(KEY).redrive(port, "orders");
        out.println("  -- that is mended, and node-b is asked to redrive them: " + status + " --");
        await(() -> plant.read().stream().distinct().count() == ORDERS + ORDERS_WHILE_FORBIDDEN);
        out.println(plant.read().stream().distinct().count() + " of " + (ORDERS + ORDERS_WHILE_FORBIDDEN)
                    + " orders arrived, " + tables.dead().size() + " dead letters are left");
    }

    private static boolean hasTables(Tables tables) {
        try {
            return tables.kept() >= 0;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Something that becomes true; looking at the database may fail. */
    private interface Condition {

        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        for (int tick = 0; !condition.holds(); tick++) {
            if (tick == PATIENCE_TICKS) {
                throw new IllegalStateException("It takes too long; the nodes say why on standard error");
            }
            Thread.sleep(TICK_MILLIS);
        }
    }
}
