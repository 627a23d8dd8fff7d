package io.gobridge.example.outbox;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

/** Looks into the database from outside. */
final class Tables {

    private final DataSource dataSource;

    Tables(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** An order that could not be sent. */
    record DeadOrder(String address, String category, String reason) {
    }

    /** Returns how many partitions a node sends from: those whose lease it holds. */
    int partitions(String node) throws SQLException {
        return number("SELECT COUNT(*) FROM gobridge_lease WHERE owner LIKE '" + node
                      + "-%' AND expires_at > EXTRACT(EPOCH FROM clock_timestamp()) * 1000");
    }

    /** Returns how many orders wait to be sent. */
    int kept() throws SQLException {
        return number("SELECT COUNT(*) FROM gobridge_outbox");
    }

    private int number(String query) throws SQLException {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement();
             ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    List<DeadOrder> dead() throws SQLException {
        List<DeadOrder> dead = new ArrayList<>();
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement();
             ResultSet rows = statement
                     .executeQuery("SELECT address, category, reason FROM gobridge_dead_letter ORDER BY seq")) {
            while (rows.next()) {
                dead.add(new DeadOrder(rows.getString(1), rows.getString(2), rows.getString(3)));
            }
        }
        return dead;
    }
}
