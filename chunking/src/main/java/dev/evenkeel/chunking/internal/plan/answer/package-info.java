/** What holds for all requests that are made for one of the caller's, and what they add up to. */
@NullMarked
package dev.evenkeel.chunking.internal.plan.answer;

import org.jspecify.annotations.NullMarked;
