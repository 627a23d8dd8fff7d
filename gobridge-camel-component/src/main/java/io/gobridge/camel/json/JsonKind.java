package io.gobridge.camel.json;

/** What a JSON value is. */
public enum JsonKind {

    /** Fields with names. */
    OBJECT,
    /** Elements without names. */
    ARRAY,
    /** A text in quotes. */
    TEXT,
    /** A number, of any size. */
    NUMBER,
    /** True or false. */
    BOOLEAN,
    /** The literal null. */
    NULL
}
