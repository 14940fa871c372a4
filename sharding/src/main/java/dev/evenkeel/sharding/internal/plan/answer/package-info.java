/** Parts of a logical response put together from several physical ones. */
@NullMarked
package dev.evenkeel.sharding.internal.plan.answer;

import org.jspecify.annotations.NullMarked;
