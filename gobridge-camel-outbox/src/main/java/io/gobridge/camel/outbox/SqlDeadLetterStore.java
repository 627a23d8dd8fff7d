package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import javax.sql.DataSource;

import io.gobridge.camel.deadletter.AuditLine;
import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.DeadLetterArchive;
import io.gobridge.camel.deadletter.DeadLetterFilter;
import io.gobridge.camel.deadletter.DeadLetterPage;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.outbox.store.Database;
import io.gobridge.camel.outbox.store.DeadLetterTable;
import io.gobridge.camel.outbox.store.Dialect;

/**
 * Keeps dead letters in a database, for all nodes that use it: a bean of the registry. It needs no CamelContext, and
 * looks at the database when it is used first. Each write is a transaction of its own, on threads of the store. Set it
 * up before the CamelContext starts; afterwards it is thread-safe.
 */
public class SqlDeadLetterStore implements DeadLetterArchive {

    /** Dead letters are few: more connections would only be taken from what is sent. */
    private static final int THREADS = 2;
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final Executor executor;
    private DataSource dataSource;
    private Boolean createSchema;
    private boolean acknowledgeVolatile;
    private DeadLetterTable table;

    /** Creates a store for a bean's properties, with threads of its own that end when they are idle. */
    public SqlDeadLetterStore() {
        this.executor = threads();
    }

    /** Creates a store in the database, with threads of its own that end when they are idle. */
    public SqlDeadLetterStore(DataSource dataSource) {
        this(dataSource, threads());
    }

    /** Creates a store in the database that blocks threads of the executor. */
    public SqlDeadLetterStore(DataSource dataSource, Executor executor) {
        this.dataSource = dataSource;
        this.executor = executor;
    }

    private static Executor threads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE.toSeconds(), TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "gobridge-dead-letters");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Override
    public CompletionStage<Void> write(DeadLetter entry) {
        return call(open -> {
            open.write(entry);
            return null;
        });
    }

    @Override
    public CompletionStage<DeadLetterPage> list(DeadLetterFilter filter, String after, int size) {
        long place = place(after);
        return call(open -> open.list(filter, place, size));
    }

    @Override
    public CompletionStage<Optional<DeadLetter>> get(String id) {
        return call(open -> open.get(id));
    }

    @Override
    public CompletionStage<Boolean> annotate(String id, AuditLine line) {
        return call(open -> open.annotate(id, line));
    }

    @Override
    public CompletionStage<Boolean> delete(String id) {
        return call(open -> open.delete(id));
    }

    @Override
    public CompletionStage<Boolean> deleteUnlessFailedAgain(DeadLetter read) {
        return call(open -> open.deleteUnlessFailedAgain(read));
    }

    private <T> CompletionStage<T> call(Function<DeadLetterTable, T> work) {
        return CompletableFuture.supplyAsync(() -> work.apply(table()), executor);
    }

    private static long place(String after) {
        try {
            return after.isEmpty() ? 0 : Long.parseLong(after);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("There is no page after '" + after + "'", e);
        }
    }

    /** Looks at the database until that succeeded once. */
    private synchronized DeadLetterTable table() {
        if (dataSource == null) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "dataSource is not set: dead letters are kept nowhere");
        }
        if (table == null) {
            Dialect dialect = Dialect.of(dataSource);
            Database database = new Database(dialect, dataSource);
            database.prepare(createSchema);
            database.requireDurable("The dead-letter store", acknowledgeVolatile);
            table = new DeadLetterTable(dialect, dataSource);
        }
        return table;
    }

    /** Returns the database. */
    public DataSource getDataSource() {
        return dataSource;
    }

    public void setDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Returns whether the tables are created; null for H2 only. */
    public Boolean getCreateSchema() {
        return createSchema;
    }

    public void setCreateSchema(Boolean createSchema) {
        this.createSchema = createSchema;
    }

    /** Returns whether an H2 database that can lose commits is taken. */
    public boolean isAcknowledgeVolatile() {
        return acknowledgeVolatile;
    }

    public void setAcknowledgeVolatile(boolean acknowledgeVolatile) {
        this.acknowledgeVolatile = acknowledgeVolatile;
    }
}
