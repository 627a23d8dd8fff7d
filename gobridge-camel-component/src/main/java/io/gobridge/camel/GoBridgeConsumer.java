package io.gobridge.camel;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.gobridge.camel.deadletter.DeadLetter;
import io.gobridge.camel.deadletter.RedriveFailure;
import io.gobridge.camel.delivery.DeliveryCounter;
import io.gobridge.camel.delivery.DeliveryCounts;
import io.gobridge.camel.envelope.Envelope;
import io.gobridge.camel.exchange.Intake;
import io.gobridge.camel.exchange.IntakePorts;
import io.gobridge.camel.exchange.IntakeSettings;
import io.gobridge.camel.exchange.IntakeSource;
import io.gobridge.camel.exchange.RouteRedrives;
import io.gobridge.camel.exchange.Workers;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.ConfigurationProblems;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.observe.BridgeHealthCheck;
import org.apache.camel.Processor;
import org.apache.camel.Route;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.Suspendable;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckRepository;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.DefaultConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes deliveries of its source into the route. What it does with them is in {@link Intake}. */
public class GoBridgeConsumer extends DefaultConsumer implements Suspendable, ShutdownAware {

    private static final Logger LOG = LoggerFactory.getLogger(GoBridgeConsumer.class);

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final GoBridgeEndpoint endpoint;
    private final DeliveryCounter counter = new DeliveryCounter();
    private ReceivingSide side;
    private Intake intake;
    private volatile RouteRedrives redrives;
    private volatile ConsumerHealth health;
    private Workers workers;

    GoBridgeConsumer(GoBridgeEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.endpoint = endpoint;
    }

    /** Returns what became of the deliveries since the route was added; the counts balance at any instant. */
    public DeliveryCounts counts() {
        return counter.counts();
    }

    /** Checks the whole route as soon as it is known, before any part of it starts. */
    @Override
    public void setRoute(Route route) {
        super.setRoute(route);
        if (side == null) {
            prepare(route);
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        if (side == null) {
            prepare(getRoute());
        }
        if (endpoint.getComponent().isDryRun()) {
            LOG.info("route={}: dryRun is set, so nothing is received from {}", routeName(), endpoint);
            return;
        }
        registerHealthCheck();
        try {
            begin();
        } catch (Exception e) {
            release();
            throw e;
        }
    }

    @Override
    protected void doSuspend() throws Exception {
        if (intake == null) {
            return;
        }
        tryTo("stop receiving", side.receiver()::stop);
        intake.quiesce();
    }

    @Override
    protected void doResume() throws Exception {
        doStop();
        doStart();
    }

    @Override
    protected void doStop() throws Exception {
        try {
            if (intake != null) {
                doSuspend();
                tryTo("end what is redriven", this::stopRedrives);
                tryTo("give back what is unsettled", intake::stop);
                tryTo("close the receiver", side.receiver()::close);
            }
        } finally {
            release();
            super.doStop();
        }
    }

    @Override
    public boolean deferShutdown(ShutdownRunningTask shutdownRunningTask) {
        return backlog() > 0;
    }

    @Override
    public int getPendingExchangesSize() {
        return intake == null ? 0 : intake.active() + backlog();
    }

    /** Returns how many messages only the source's own memory holds: they must pass before it may stop. */
    private int backlog() {
        return intake == null ? 0 : side.receiver().backlog();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        // Suspending and stopping do all there is to do.
    }

    private void prepare(Route route) {
        ConfigurationProblems problems = new ConfigurationProblems();
        ReceivingSide prepared = new ReceivingSide(endpoint, problems);
        endpoint.getComponent().runtime().names().takeSource(endpoint.getName(), routeName())
                .ifPresent(other -> problems.add("name", endpoint.getName(),
                        "route '" + other + "' receives under this name already; source names are unique"));
        if (route != null) {
            RouteCheck check = new RouteCheck(route, problems);
            check.checkProducers();
            if (endpoint.getReceiving().getSettlement() == SettlementMode.AUTO) {
                check.checkAggregates(endpoint.getCamelContext());
            }
        }
        if (!problems.list().isEmpty()) {
            prepared.close();
            releaseName();
        }
        problems.throwIfAny("Route '" + routeName() + "' from " + endpoint);
        side = prepared;
        if (!side.overrides().isEmpty()) {
            LOG.info("route={}: unsafe defaults of endpoints are overridden: {}", routeName(),
                    String.join(", ", side.overrides()));
        }
        if (endpoint.getReceiving().isTrustBridgeHeaders()) {
            LOG.info("route={}: trustBridgeHeaders is set, so bridge-to-bridge headers of the wire are kept", routeName());
        }
    }

    private void begin() throws Exception {
        SourceConfiguration options = endpoint.getReceiving();
        BridgeRuntime runtime = endpoint.getComponent().runtime();
        workers = Workers.create(this, "gobridge-" + routeName(),
                Math.min(options.getMaxInFlight(), endpoint.getComponent().getWorkers()));
        IntakePorts ports = new IntakePorts(
                runtime.attempts(), runtime.legs(), side.deadLetters(), runtime.failures(), runtime.listeners(),
                runtime.scheduler(), workers, runtime.random());
        IntakeSource source = new IntakeSource(
                side.receiver()::capabilities, side.receiver()::request, side.orderKey(),
                counter);
        IntakeSettings settings = settings(options);
        intake = new Intake(settings, ports, this, source);
        redrives = new RouteRedrives(settings, ports, this);
        health = new ConsumerHealth(side.receiver(), intake, counter);
        await(side.receiver().start(intake), START_LIMIT, "start receiving");
        intake.start();
        side.receiver().request(options.getMaxInFlight());
    }

    private IntakeSettings settings(SourceConfiguration options) {
        Set<String> kept
                = options.getKeepHeaders() == null ? Set.of() : Set.of(options.getKeepHeaders().trim().split("\\s*,\\s*"));
        return new IntakeSettings(
                routeName(), endpoint.getName(), options.getMaxInFlight(), options.isTrustBridgeHeaders(),
                kept, options.getSettlement() == SettlementMode.MANUAL, endpoint.getComponent().getMaxHops(), side.policy());
    }

    /** Runs the message of a dead letter through the route. */
    CompletionStage<Optional<RedriveFailure>> redrive(DeadLetter entry, Envelope message) {
        RouteRedrives current = redrives;
        return current != null
                ? current.redrive(entry, message)
                : CompletableFuture.completedFuture(Optional.of(RedriveFailure.notRun(entry, BridgeException.of(
                        FailureCode.UNAVAILABLE, "Route '" + routeName() + "' is not started; the dead letter stays"))));
    }

    private CompletionStage<Void> stopRedrives() {
        RouteRedrives stopped = redrives;
        redrives = null;
        return stopped == null ? CompletableFuture.completedFuture(null) : stopped.stop();
    }

    private void release() {
        redrives = null;
        if (side != null) {
            side.close();
            side = null;
        }
        if (workers != null) {
            endpoint.getCamelContext().getExecutorServiceManager().shutdownGraceful(workers.pool(), STOP_LIMIT.toMillis());
            workers = null;
        }
        intake = null;
        health = null;
        releaseName();
    }

    private void releaseName() {
        endpoint.getComponent().runtime().names().releaseSource(endpoint.getName(), routeName());
    }

    private String routeName() {
        // The consumer's own route id is set after its route, too late for what is checked and named in between.
        return getRoute() == null ? endpoint.getName() : getRoute().getRouteId();
    }

    private void registerHealthCheck() {
        HealthCheckRepository repository = HealthCheckHelper.getHealthCheckRepository(endpoint.getCamelContext(), "consumers",
                HealthCheckRepository.class);
        if (repository != null) {
            BridgeHealthCheck check = new BridgeHealthCheck("gobridge-consumer-" + routeName(), this::reasons, this::details);
            check.setEnabled(endpoint.getComponent().isHealthCheckConsumerEnabled());
            setHealthCheck(check);
        }
    }

    /** Returns why messages do not flow through this route now; empty when they do. */
    public List<String> reasons() {
        ConsumerHealth current = health;
        return current == null ? List.of("not started") : current.reasons();
    }

    private Map<String, Object> details() {
        ConsumerHealth current = health;
        return current == null ? Map.of("ledger", counts().toString()) : current.details();
    }

    /**
     * Never throws: Camel takes a consumer that failed to be suspended for stopped, and nothing would be given back.
     */
    private void tryTo(String what, Supplier<CompletionStage<Void>> step) {
        try {
            await(step.get(), STOP_LIMIT, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("route={}: could not {}; the stop goes on", routeName(), what, e);
        }
    }

    private static void await(CompletionStage<Void> stage, Duration limit, String what) throws Exception {
        try {
            stage.toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (TimeoutException e) {
            LOG.warn("Could not {} within {}; going on without waiting", what, limit);
        }
    }
}
