/** {@link Problems}: a spec is checked as a whole, and refused with all that is wrong with it. */
@NullMarked
package dev.evenkeel.core.internal.spec;

import org.jspecify.annotations.NullMarked;
