/** Seeded generators of keys, values and items, and a runner that reports the seed of a failure. */
@NullMarked
package dev.evenkeel.testkit.gen;

import org.jspecify.annotations.NullMarked;
