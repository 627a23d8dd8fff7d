/**
 * The steps of a route, a package each: what a message passes between a source and its target. A step is a Camel
 * processor that needs nothing else of gobridge.
 */
package io.gobridge.camel.processors;
