/** Listeners of decorators' managed calls, and their events. */
@NullMarked
package dev.evenkeel.core.listen;

import org.jspecify.annotations.NullMarked;
