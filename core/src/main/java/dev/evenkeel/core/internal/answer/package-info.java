/** Answers and failures of physical requests in the terms of the logical one. */
@NullMarked
package dev.evenkeel.core.internal.answer;

import org.jspecify.annotations.NullMarked;
