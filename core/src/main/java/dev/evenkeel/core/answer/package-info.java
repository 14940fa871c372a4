/** Answers and failures of physical requests in the terms of the logical one. */
@NullMarked
package dev.evenkeel.core.answer;

import org.jspecify.annotations.NullMarked;
