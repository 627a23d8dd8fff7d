package canary.transport.sqs;

import canary.transport.Transport;
import org.apache.camel.Endpoint;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Right in every respect. */
public interface GoodTransport extends Transport {

    Endpoint endpoint();

    SqsClient client();
}
