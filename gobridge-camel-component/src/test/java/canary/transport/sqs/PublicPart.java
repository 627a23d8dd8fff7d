package canary.transport.sqs;

/** Wrong: a part that only its own transport needs. */
public interface PublicPart {
}
