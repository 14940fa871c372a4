/** What the checks of specs share. */
@NullMarked
package dev.evenkeel.core.internal.spec;

import org.jspecify.annotations.NullMarked;
