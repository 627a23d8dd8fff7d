/**
 * Moves values of a JSON payload to other places in it and to headers, and leaves the rest as it was written. Start at
 * {@link io.gobridge.camel.processors.transform.TransformProcessor}.
 */
package io.gobridge.camel.processors.transform;
