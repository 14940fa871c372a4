/**
 * What large values must survive: every stop, loss, pause and interference at every sub-request.
 */
@NullMarked
package dev.evenkeel.chunking.crash;

import org.jspecify.annotations.NullMarked;
