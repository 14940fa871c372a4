/** The plans: one request in, a flow or a refusal out. No I/O, no time, no chance. */
@NullMarked
package dev.evenkeel.chunking.internal.operation;

import org.jspecify.annotations.NullMarked;
