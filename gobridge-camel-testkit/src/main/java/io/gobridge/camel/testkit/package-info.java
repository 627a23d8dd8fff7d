/** Contracts, fakes and embedded brokers. Start with the contract of the seam that you implement. */
@NullMarked
package io.gobridge.camel.testkit;

import org.jspecify.annotations.NullMarked;
