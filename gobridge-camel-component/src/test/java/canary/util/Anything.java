package canary.util;

/** Wrong: nobody knows what belongs here. */
interface Anything {
}
