/** Which values are compressed and which leave their item. */
@NullMarked
package dev.evenkeel.chunking.internal.plan.policy;

import org.jspecify.annotations.NullMarked;
