package canary.envelope;

import org.apache.camel.Exchange;

/** Wrong: an envelope is plain Java. */
interface KnowsCamel {

    Exchange exchange();
}
