package io.gobridge.example.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import javax.sql.DataSource;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterStore;

/** Keeps dead letters in a table of its own: a store is one method. */
public final class DeadOrders implements DeadLetterStore {

    static final String TABLE = "CREATE TABLE IF NOT EXISTS dead_order"
                                + " (id VARCHAR PRIMARY KEY, hall VARCHAR, content VARCHAR, category VARCHAR, reason VARCHAR)";

    private DataSource dataSource;

    /** Sets where the table is. */
    public void setDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The thread that dead letters come on may wait for the database: nothing else happens on it. */
    @Override
    public CompletionStage<Void> write(DeadLetter entry) {
        String insert = "INSERT INTO dead_order VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        try (Connection connection = dataSource.getConnection(); Statement table = connection.createStatement();
             PreparedStatement row = connection.prepareStatement(insert)) {
            table.execute(TABLE);
            row.setString(1, entry.id());
            row.setString(2, entry.envelope().headers().text("hall").orElse(""));
            row.setString(3, entry.envelope().payload().toText());
            row.setString(4, entry.category().label());
            row.setString(5, entry.reason());
            row.executeUpdate();
            return CompletableFuture.completedFuture(null);
        } catch (SQLException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
