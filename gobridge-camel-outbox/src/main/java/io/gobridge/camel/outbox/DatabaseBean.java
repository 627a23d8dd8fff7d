package io.gobridge.camel.outbox;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

import javax.sql.DataSource;

import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.outbox.drain.Ticker;
import io.gobridge.camel.outbox.store.Database;
import io.gobridge.camel.outbox.store.Dialect;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.support.CamelContextHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bean of the registry that remembers in a database, and never blocks who asks it. Set it up before the CamelContext
 * starts; afterwards it is thread-safe.
 *
 * @param <R> its rows
 */
public abstract sealed class DatabaseBean<R> implements CamelContextAware permits SqlAttemptLedger, SqlDedupeStore {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseBean.class);

    /** Each has a connection while it works: more would only wait for one. */
    private static final int THREADS = 4;
    private static final long FORGETS_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    private final String role;
    private CamelContext camelContext;
    private DataSource dataSource;
    private String name = "gobridge";
    private Boolean createSchema;
    private Executor executor;

    private ExecutorService ownThreads;
    private R rows;
    private Ticker ticker = Ticker.SYSTEM;
    private boolean hasForgotten;
    private long forgotAtNanos;

    DatabaseBean(String role) {
        this.role = role;
    }

    /** Opens the rows; the options are good and the tables are there. */
    abstract R open(Dialect dialect);

    /** Adds what is wrong with the options to the problems. */
    abstract void check(ConfigurationProblems problems);

    /** Deletes some of what is remembered too long, and returns how much. */
    abstract int forgetOld(R from);

    /** Belongs to the CamelContext from now on, and is ready. */
    final void startIn(CamelContext context) {
        setCamelContext(context);
        start();
    }

    /**
     * Checks the options and looks at the database, once.
     *
     * @throws BridgeException {@code INVALID_CONFIG} with all that is wrong, {@code CONNECTION_LOST} when the database
     *                         cannot be reached
     */
    synchronized R start() {
        if (rows == null) {
            ConfigurationProblems problems = new ConfigurationProblems();
            problems.require(dataSource != null, "dataSource", null, "must be the DataSource of the " + role + "'s database");
            Names.check(problems, name);
            check(problems);
            problems.throwIfAny("The " + role + " '" + name + "'");
            Dialect dialect = Dialect.of(dataSource);
            new Database(dialect, dataSource).prepare(createSchema);
            ticker = Optional.ofNullable(camelContext).map(found -> CamelContextHelper.findSingleByType(found, Ticker.class))
                    .orElse(Ticker.SYSTEM);
            rows = open(dialect);
        }
        return rows;
    }

    /** Does the work on a thread that may block; what fails comes out of the stage. */
    final <T> CompletionStage<T> call(Function<R, T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            threads().execute(() -> answer(work, result));
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(unavailable("is closed", e));
        } catch (BridgeException e) {
            result.completeExceptionally(e);
        }
        return result;
    }

    private BridgeException unavailable(String why, Throwable cause) {
        return BridgeException.of(FailureCode.UNAVAILABLE,
                "The " + role + " '" + name + "' " + why + "; the message stays at its source", cause)
                .withScope(FailureScope.TARGET);
    }

    private <T> void answer(Function<R, T> work, CompletableFuture<T> result) {
        R opened;
        T answer;
        try {
            opened = start();
            answer = work.apply(opened);
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e instanceof BridgeException ? e : unavailable("does not work", e));
            return;
        }
        result.complete(answer);
        forgetSometimes(opened);
    }

    private void forgetSometimes(R from) {
        if (isTimeToForget()) {
            try {
                hasMoreToForget(forgetOld(from) > 0);
            } catch (BridgeException e) {
                LOG.debug("What the {} '{}' remembered too long could not be deleted; tried again", role, name, e);
            }
        }
    }

    private synchronized boolean isTimeToForget() {
        long now = ticker.nanos();
        if (hasForgotten && now - forgotAtNanos < FORGETS_EVERY_NANOS) {
            return false;
        }
        hasForgotten = true;
        forgotAtNanos = now;
        return true;
    }

    /** A portion at a time: the next call deletes the next one. */
    private synchronized void hasMoreToForget(boolean hasMore) {
        hasForgotten = !hasMore;
    }

    private synchronized Executor threads() {
        if (executor != null) {
            return executor;
        }
        if (camelContext == null) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "The " + role + " '" + name
                                                                 + "' belongs to no CamelContext; put it into the registry, or set executor");
        }
        // A CamelContext ends its threads when it stops, and may start again.
        boolean begins = camelContext.getStatus().isStarting() || camelContext.getStatus().isStarted();
        if (ownThreads == null || (ownThreads.isShutdown() && begins)) {
            ownThreads = BlockingThreads.open(camelContext, this, "gobridge-" + role.replace(' ', '-') + "-" + name, THREADS);
        }
        return ownThreads;
    }

    @Override
    public final CamelContext getCamelContext() {
        return camelContext;
    }

    @Override
    public final void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }

    /** Returns the database. */
    public final DataSource getDataSource() {
        return dataSource;
    }

    public final void setDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Returns the name in the database: beans of different names do not touch each other's rows. */
    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        this.name = name;
    }

    /** Returns whether the tables are created; null for H2 only. */
    public final Boolean getCreateSchema() {
        return createSchema;
    }

    public final void setCreateSchema(Boolean createSchema) {
        this.createSchema = createSchema;
    }

    /** Returns what runs the statements, which block; null for threads of the CamelContext. */
    public final Executor getExecutor() {
        return executor;
    }

    public final void setExecutor(Executor executor) {
        this.executor = executor;
    }
}
