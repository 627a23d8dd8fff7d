package canary.conditions;

import canary.routing.LooksAhead;

/** Wrong: conditions may not import routing, and together they are a cycle. */
public interface LooksBack {

    LooksAhead ahead();
}
