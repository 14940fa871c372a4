/** Crash tests of large values: every stop, loss, pause and interference at every sub-request. */
@NullMarked
package dev.evenkeel.chunking.crash;

import org.jspecify.annotations.NullMarked;
