package io.gobridge.camel.testkit.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The rules D-01 to D-19 of delivery, each as tests. A transport proves that it keeps them with a subclass that says
 * how to open its fixture, and nothing else. A rule that a transport cannot show is skipped with the capability that it
 * lacks. Tests share nothing, so they may run side by side where JUnit is told to.
 */
@Execution(ExecutionMode.CONCURRENT)
public abstract class DeliveryContract
        implements SettlementContract, RetryContract, FailureContract, ShutdownContract, OrderContract, HygieneContract,
        RoutesContract {

    private BridgeStage stage;

    /** Creates the contract; JUnit does it for each test. */
    protected DeliveryContract() {
        // The stage is set before each test.
    }

    /** Opens an empty source and an empty target. Called for each test. */
    protected abstract TransportFixture open() throws Exception;

    /** Tells whether the contexts use Camel's pooled exchange factory; default no. */
    protected boolean usesPooledExchanges() {
        return false;
    }

    @BeforeEach
    final void openStage() throws Exception {
        stage = new BridgeStage(open(), usesPooledExchanges());
    }

    @AfterEach
    final void closeStage() {
        if (stage != null) {
            stage.close();
        }
    }

    @Override
    public final BridgeStage stage() {
        return stage;
    }
}
