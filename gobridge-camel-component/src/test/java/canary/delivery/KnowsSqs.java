package canary.delivery;

import software.amazon.awssdk.services.sqs.SqsClient;

/** Wrong: an SDK outside its transport. */
interface KnowsSqs {

    SqsClient client();
}
