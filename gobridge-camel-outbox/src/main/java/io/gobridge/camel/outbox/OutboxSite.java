package io.gobridge.camel.outbox;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;

import javax.sql.DataSource;

import io.gobridge.camel.deadletter.DeadLetterStore;
import io.gobridge.camel.delivery.Scheduler;
import io.gobridge.camel.delivery.SystemScheduler;
import io.gobridge.camel.exchange.ContextBeans;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.Failures;
import io.gobridge.camel.outbox.drain.BindingDrain;
import io.gobridge.camel.outbox.drain.Ticker;
import io.gobridge.camel.outbox.lease.LeaseStore;
import io.gobridge.camel.outbox.store.Database;
import io.gobridge.camel.outbox.store.Dialect;
import io.gobridge.camel.outbox.store.GroupCommit;
import io.gobridge.camel.outbox.store.OutboxStore;
import io.gobridge.camel.outbox.store.SqlStores;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ExecutorServiceManager;

/**
 * What an outbox works with: its stores, threads and time.
 *
 * @param context     the CamelContext
 * @param stores      the database
 * @param commits     keeps messages that come at the same time in one transaction
 * @param deadLetters takes what cannot be sent
 * @param failures    says what an exception means
 * @param node        names this node among those that use the outbox
 * @param executor    runs what blocks
 * @param scheduler   runs things later
 * @param ticker      measures durations
 * @param random      spreads the waits
 */
record OutboxSite(CamelContext context, SqlStores stores, GroupCommit commits, DeadLetterStore deadLetters, Failures failures,
        String node, ExecutorService executor, Scheduler scheduler, Ticker ticker, RandomGenerator random) {

    /** More than there are processors would read less each, and take as many statements for it. */
    private static final int CYCLES_AT_A_TIME = Math.min(8, Math.max(2, Runtime.getRuntime().availableProcessors()));

    static OutboxSite open(SharedOutbox bean, OutboxSettings settings) {
        CamelContext context = bean.getCamelContext();
        DataSource dataSource = bean.getDataSource();
        Dialect dialect = Dialect.of(dataSource);
        Database database = new Database(dialect, dataSource);
        database.prepare(bean.getCreateSchema());
        database.requireDurable("Outbox '" + settings.name() + "'", bean.isAcknowledgeVolatile());
        ExecutorServiceManager threads = context.getExecutorServiceManager();
        String prefix = "gobridge-outbox-" + settings.name();
        SqlStores stores = open(context, settings.name(), dataSource, dialect);
        GroupCommit commits = new GroupCommit(
                stores.records(), BlockingThreads.open(context, bean, prefix + "-persist", GroupCommit.COMMITS_AT_A_TIME));
        Scheduler scheduler = ContextBeans.find(context, Scheduler.class)
                .orElseGet(() -> new SystemScheduler(threads.newSingleThreadScheduledExecutor(bean, prefix + "-timer")));
        return new OutboxSite(
                context, stores, commits, deadLetters(bean), ContextBeans.failures(context),
                context.getName() + "-" + UUID.randomUUID(),
                BlockingThreads.open(context, bean, prefix + "-drain", CYCLES_AT_A_TIME), scheduler,
                ContextBeans.find(context, Ticker.class).orElse(Ticker.SYSTEM),
                ContextBeans.random(context));
    }

    private static SqlStores open(CamelContext context, String name, DataSource dataSource, Dialect dialect) {
        try {
            return SqlStores.open(context, name, dataSource, dialect);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw BridgeException.of(FailureCode.INVALID_CONFIG, "The routes of outbox '" + name + "' cannot be added", e);
        }
    }

    private static DeadLetterStore deadLetters(SharedOutbox bean) {
        return Optional.ofNullable(bean.getDeadLetter())
                .or(() -> ContextBeans.find(bean.getCamelContext(), DeadLetterStore.class))
                .orElseThrow(() -> BridgeException.of(FailureCode.INVALID_CONFIG, "Outbox '" + bean.getName()
                                                                                  + "' needs a store for what cannot be sent: set deadLetter, or put exactly one"
                                                                                  + " DeadLetterStore into the registry"));
    }

    OutboxStore records() {
        return stores.records();
    }

    LeaseStore leases() {
        return stores.leases();
    }

    BindingDrain.Site drainSite() {
        return new BindingDrain.Site(
                node, records(), leases(), deadLetters, failures, ticker, scheduler, executor, random);
    }
}
