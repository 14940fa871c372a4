/** Where items are: physical keys, what they stand for, and the logical view of what comes back. */
@NullMarked
package dev.evenkeel.sharding.internal.layout;

import org.jspecify.annotations.NullMarked;
