/** What decorators tell of the calls they manage: listeners, and the events they are given. */
@NullMarked
package dev.evenkeel.core.listen;

import org.jspecify.annotations.NullMarked;
