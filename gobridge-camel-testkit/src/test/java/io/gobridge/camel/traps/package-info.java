/**
 * What plain Camel does to a bridge, and that gobridge does not. Start with {@code Traps}, which both tests run.
 */
@NullMarked
package io.gobridge.camel.traps;

import org.jspecify.annotations.NullMarked;
