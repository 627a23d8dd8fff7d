package io.gobridge.camel;

/** To how many destinations a message goes. */
public enum DispatchMode {

    /** To one. */
    SINGLE,
    /** To each that the resolver names. */
    FAN_OUT
}
