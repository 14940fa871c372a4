/** A real local DynamoDB, injected faults and seeded generators, for tests. */
@NullMarked
package dev.evenkeel.testkit;

import org.jspecify.annotations.NullMarked;
