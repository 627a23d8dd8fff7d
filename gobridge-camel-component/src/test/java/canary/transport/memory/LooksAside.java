package canary.transport.memory;

import canary.transport.sqs.GoodTransport;

/** Wrong: one transport that leans on another. */
interface LooksAside {

    GoodTransport neighbour();
}
