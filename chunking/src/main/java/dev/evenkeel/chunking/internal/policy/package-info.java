/** The placement policy: which values are compressed, and which leave their item. */
@NullMarked
package dev.evenkeel.chunking.internal.policy;

import org.jspecify.annotations.NullMarked;
