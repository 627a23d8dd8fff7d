package io.gobridge.camel.outbox.drain;

import io.gobridge.camel.outbox.observe.OutboxMeter;

/**
 * What the drains of one binding share.
 *
 * @param binding  the binding
 * @param site     where they send from
 * @param settings how they send
 * @param sends    what each send passes
 * @param counts   what happened so far
 * @param meter    is told what happens
 */
record DrainPorts(
        String binding, BindingDrain.Site site, DrainSettings settings, Sends sends, DrainCounts counts, OutboxMeter meter) {

    /**
     * What each send passes.
     *
     * @param sender brings one record to its end
     * @param lanes  bounds the sends
     * @param pause  keeps everything back while the target is down
     */
    record Sends(RecordSender sender, SendLanes lanes, TargetPause pause) {

        static Sends of(String binding, SharedSender senders, DrainSettings settings, BindingDrain.Site site) {
            TargetPause pause = new TargetPause(site.ticker());
            return new Sends(
                    new RecordSender(binding, senders, settings, site, pause), new SendLanes(settings.maxConcurrency()), pause);
        }
    }
}
