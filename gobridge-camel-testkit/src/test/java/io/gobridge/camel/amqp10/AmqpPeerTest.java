package io.gobridge.camel.amqp10;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.gobridge.camel.delivery.Delivery;
import io.gobridge.camel.envelope.Headers;
import io.gobridge.camel.envelope.Identity;
import io.gobridge.camel.envelope.Payload;
import io.gobridge.camel.failure.BridgeException;
import io.gobridge.camel.failure.FailureCode;
import io.gobridge.camel.failure.FailureScope;
import io.gobridge.camel.transport.OutboundMessage;
import io.gobridge.camel.transport.Sender;
import io.gobridge.camel.transport.TransportEnds;
import io.gobridge.camel.transport.TransportEnds.Source;
import io.gobridge.camel.transport.amqp10.AmqpTransport;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.messaging.Released;
import org.apache.qpid.proton.amqp.transport.DeliveryState;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.message.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The transport against a peer on plain proton-j. */
class AmqpPeerTest {

    /** A peer may be silent for so long. */
    private static final String IDLE = "&amqp.idleTimeout=2000";

    private final AmqpPeer peer = AmqpPeer.start();
    private TransportEnds ends;

    @BeforeEach
    void connect() {
        ends = new TransportEnds(new AmqpTransport());
        ends.bind("broker", new JmsConnectionFactory(peer.url() + IDLE));
    }

    @AfterEach
    void close() {
        ends.close();
        peer.close();
    }

    /** F58. */
    @Test
    void shouldShowAStrangerExactNames() throws Exception {
        OutboundMessage message = new OutboundMessage(
                TransportEnds.envelope("m1").subject("orders.created").identity(new Identity("k1", "", ""))
                        .headers(Headers.of(Map.of("A_DOT_B", "x", "a.b-c", 5L, "raw", new byte[] { 7 })))
                        .payload(Payload.ofText("hello")).build(),
                "");

        TransportEnds.sent(ends.sender("amqp:queue:out").send(message));

        Message wire = peer.received().get(0);
        assertThat(wire.getSubject()).isEqualTo("orders.created");
        assertThat(wire.getMessageId()).isEqualTo("m1");
        assertThat(wire.getHeader().getDurable()).isTrue();
        Map<?, ?> application = (Map<?, ?>) wire.getApplicationProperties().getValue();
        assertThat(application.get("x-bridge.idempotency-key")).isEqualTo("k1");
        assertThat(application.get("A_DOT_B")).isEqualTo("x");
        assertThat(application.get("a.b-c")).isEqualTo(5L);
        assertThat(application.get("raw")).isEqualTo(new Binary(new byte[] { 7 }));
        assertThat(application).hasSize(4);
    }

    /** F12. */
    @ParameterizedTest
    @CsvSource({
            "amqp:unauthorized-access, NOT_AUTHORIZED", "amqp:not-found, NOT_FOUND",
            "amqp:resource-limit-exceeded, BROKER_BUSY", "amqp:link:message-size-exceeded, PAYLOAD_TOO_LARGE",
            "amqp:internal-error, UNAVAILABLE" })
    void shouldSayWhyAMessageWasRejected(String condition, FailureCode code) {
        peer.answer(message -> rejected(condition));

        BridgeException failure = TransportEnds.failure(ends.sender("amqp:queue:out").send(TransportEnds.message("m1", "x")));

        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.getMessage()).contains("m1").doesNotContain("as the test says");
    }

    @Test
    void shouldTellTheOtherOutcomesApart() {
        Modified elsewhere = new Modified();
        elsewhere.setUndeliverableHere(true);
        Map<String, DeliveryState> answers = Map.of("rejected", new Rejected(), "released", Released.getInstance(),
                "modified", new Modified(), "elsewhere", elsewhere, "accepted", Accepted.getInstance());
        peer.answer(message -> answers.get(String.valueOf(message.getMessageId())));
        Sender sender = ends.sender("amqp:queue:out");

        assertThat(TransportEnds.failure(sender.send(TransportEnds.message("rejected", "x"))).code())
                .isEqualTo(FailureCode.UNAVAILABLE);
        assertThat(TransportEnds.failure(sender.send(TransportEnds.message("released", "x"))).code())
                .isEqualTo(FailureCode.UNAVAILABLE);
        assertThat(TransportEnds.failure(sender.send(TransportEnds.message("modified", "x"))).code())
                .isEqualTo(FailureCode.UNAVAILABLE);
        assertThat(TransportEnds.failure(sender.send(TransportEnds.message("elsewhere", "x"))).code())
                .isEqualTo(FailureCode.NOT_SUPPORTED);
        assertThat(sender.send(TransportEnds.message("accepted", "x"))).succeedsWithin(Duration.ofSeconds(20));
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void shouldFailOnlyTheMessageThatWasNotTaken() throws Exception {
        peer.answer(message -> message.getMessageId().equals("m1") ? Released.getInstance() : Accepted.getInstance());
        Sender sender = ends.sender("amqp:queue:out");

        List<CompletionStage<Void>> sent
                = IntStream.range(0, 3).mapToObj(i -> sender.send(TransportEnds.message("m" + i, "x"))).toList();

        TransportEnds.sent(sent.get(0));
        TransportEnds.sent(sent.get(2));
        assertThat(TransportEnds.failure(sent.get(1)).code()).isEqualTo(FailureCode.UNAVAILABLE);
    }

    @Test
    void shouldTryARefusedLinkAgainWithTheNextMessage() throws Exception {
        peer.refuse("amqp:unauthorized-access");
        Sender sender = ends.sender("amqp:queue:out");

        BridgeException failure = TransportEnds.failure(sender.send(TransportEnds.message("m1", "x")));
        peer.refuse("");
        TransportEnds.sent(sender.send(TransportEnds.message("m2", "x")));

        assertThat(failure.code()).isEqualTo(FailureCode.NOT_AUTHORIZED);
        assertThat(failure.scope()).isEqualTo(FailureScope.TARGET);
        assertThat(peer.received()).extracting(Message::getMessageId).containsExactly("m2");
    }

    @Test
    void shouldSendNothingToAnotherAddressThanTheLinks() {
        Sender sender = ends.sender("amqp:queue:out");
        OutboundMessage elsewhere = new OutboundMessage(TransportEnds.envelope("m1").build(), "other");

        BridgeException failure = TransportEnds.failure(sender.send(elsewhere));

        assertThat(failure.code()).isEqualTo(FailureCode.NOT_SUPPORTED);
        assertThat(failure.getMessage()).contains("'other'", "'out'");
        assertThat(peer.received()).isEmpty();
        assertThat(sender.send(new OutboundMessage(elsewhere.envelope(), "out"))).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void shouldFailWhatHasNoAnswerWhenTheLinkIsClosed() throws Exception {
        peer.answer(message -> null);
        Sender sender = ends.sender("amqp:queue:out");
        CompletionStage<Void> sent = sender.send(TransportEnds.message("m1", "x"));
        await().until(() -> peer.received().size() == 1);

        peer.closeLinks("amqp:resource-deleted");

        assertThat(TransportEnds.failure(sent).code()).isEqualTo(FailureCode.NOT_FOUND);
        peer.answer(message -> Accepted.getInstance());
        TransportEnds.sent(sender.send(TransportEnds.message("m2", "x")));
    }

    @Test
    void shouldGiveUpASendWithoutCreditWhenToldTo() {
        peer.grant(0);
        Sender sender = ends.sender("amqp:queue:out");
        OutboundMessage message = TransportEnds.message("m1", "x");
        CompletionStage<Void> sent = sender.send(message);

        sender.cancel(message);

        assertThat(TransportEnds.failure(sent).code()).isEqualTo(FailureCode.TIMEOUT);
    }

    /** F63. */
    @Test
    void shouldNoticeThatThePeerFellSilent() throws Exception {
        Source source = ends.receiveNow("amqp:queue:in", 1);
        CompletionStage<Void> sent = ends.sender("amqp:queue:out").send(TransportEnds.message("m0", "x"));
        TransportEnds.sent(sent);
        peer.answer(message -> null);
        CompletionStage<Void> unanswered = ends.sender("amqp:queue:out").send(TransportEnds.message("m1", "x"));
        await().until(() -> peer.received().size() == 2);

        peer.freeze();
        await().atMost(Duration.ofSeconds(20)).until(() -> !source.receiver().health().isUp());

        assertThat(TransportEnds.failure(unanswered).code()).isEqualTo(FailureCode.CONNECTION_LOST);
        peer.thaw();
        await().atMost(Duration.ofSeconds(30)).until(() -> source.receiver().health().isUp());
        peer.send("in", message("after"));
        assertThat(source.take(0).envelope().id()).isEqualTo("after");
    }

    /** F65. */
    @Test
    void shouldAttachAgainUntilItIsLetIn() throws Exception {
        peer.refuse("amqp:resource-limit-exceeded");
        Source source = ends.receive("amqp:queue:in", 1);
        assertThat(source.started()).succeedsWithin(Duration.ofSeconds(20));
        await().untilAsserted(() -> assertThat(source.receiver().health().detail())
                .contains("'in'", "amqp:resource-limit-exceeded"));

        peer.refuse("");
        await().until(() -> source.receiver().health().isUp());
        peer.send("in", message("m1"));
        Delivery old = source.take(0);
        peer.closeLinks("amqp:internal-error");
        await().until(() -> !source.receiver().health().isUp());

        assertThat(TransportEnds.failure(old.ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        await().until(() -> source.receiver().health().isUp());
        assertThat(peer.connections()).isEqualTo(1);
    }

    @Test
    void shouldSettleEachMessageByItselfAndInAnyOrder() throws Exception {
        Source source = ends.receiveNow("amqp:queue:in", 4);
        List.of("a", "b", "c", "d").forEach(id -> peer.send("in", message(id)));

        source.take(3).ack();
        source.take(1).retry(Duration.ZERO, new IllegalStateException("stopping"));
        source.take(0).reject(new IllegalStateException("bad"));
        source.take(2).ack();

        await().until(() -> peer.dispositions().size() == 4);
        assertThat(peer.dispositions()).containsExactly("d Accepted", "b Released", "a Rejected", "c Accepted");
        assertThat(TransportEnds.failure(source.take(0).ack()).code()).isEqualTo(FailureCode.LOCK_LOST);
        assertThat(peer.dispositions()).hasSize(4);
    }

    @Test
    void shouldBeSentNoMoreAheadThanItRunsAndReleaseThatAtAStop() throws Exception {
        Source source = ends.receiveNow("amqp:queue:in", 3);
        IntStream.range(0, 20).forEach(i -> peer.send("in", message("m" + i)));
        source.take(2);
        assertThat(source.receiver().stop()).succeedsWithin(Duration.ofSeconds(20));

        assertThat(source.taken()).hasSize(3);
        assertThat(peer.mostCredit()).isLessThanOrEqualTo(6);
        source.taken().forEach(Delivery::ack);
        await().until(() -> peer.dispositions().stream().filter(each -> each.endsWith("Accepted")).count() == 3);
        assertThat(peer.dispositions()).filteredOn(each -> !each.endsWith("Accepted"))
                .isNotEmpty().allMatch(each -> each.endsWith("Released"));
    }

    /** Case 20. */
    @Test
    void shouldCountFromOne() throws Exception {
        Source source = ends.receiveNow("amqp:queue:in", 2);
        Message again = message("m2");
        again.setDeliveryCount(4);

        peer.send("in", message("m1"));
        peer.send("in", again);

        assertThat(source.take(0).attempt()).isEqualTo(1);
        assertThat(source.take(1).attempt()).isEqualTo(5);
    }

    @Test
    void shouldHandOverWhatItCannotDecodeAsADefect() throws Exception {
        Source source = ends.receiveNow("amqp:queue:in", 2);
        Message odd = message("odd");
        odd.setBody(new AmqpValue(Map.of("a", 1)));

        peer.send("in", odd);
        peer.send("in", message("good"));

        assertThat(source.take(0).defect()).isPresent();
        assertThat(source.take(0).envelope().payload().size()).isPositive();
        assertThat(source.take(1).defect()).isEmpty();
    }

    private static Message message(String id) {
        Message message = Message.Factory.create();
        message.setMessageId(id);
        message.setBody(new AmqpValue(id));
        return message;
    }

    private static Rejected rejected(String condition) {
        Rejected rejected = new Rejected();
        rejected.setError(new ErrorCondition(Symbol.valueOf(condition), "as the test says"));
        return rejected;
    }
}
