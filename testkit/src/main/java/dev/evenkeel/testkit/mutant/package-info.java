/** Mistakes put into the code under test, to show that its tests notice them. */
@NullMarked
package dev.evenkeel.testkit.mutant;

import org.jspecify.annotations.NullMarked;
