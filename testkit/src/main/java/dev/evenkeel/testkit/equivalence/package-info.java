/**
 * The decorated client answers as the plain one: one harness, for the sync and the async client.
 */
@NullMarked
package dev.evenkeel.testkit.equivalence;

import org.jspecify.annotations.NullMarked;
