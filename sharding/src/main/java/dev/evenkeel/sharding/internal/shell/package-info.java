/** The state that outlives a call: the only code of sharding that knows time. */
@NullMarked
package dev.evenkeel.sharding.internal.shell;

import org.jspecify.annotations.NullMarked;
