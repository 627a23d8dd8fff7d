package io.gobridge.camel.processors.filter;

/** What a filter does with a message that its condition matches, or does not match. */
public enum FilterAction {

    /** Lets through what matches; the rest is filtered. */
    PASS,
    /** Filters what matches; the rest goes on. */
    DROP,
    /** Names the binding for what matches; all goes on. */
    ROUTE
}
