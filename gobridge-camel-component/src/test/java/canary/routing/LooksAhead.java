package canary.routing;

import canary.conditions.LooksBack;

/** Right by itself: routing may import conditions. */
public interface LooksAhead {

    LooksBack back();
}
