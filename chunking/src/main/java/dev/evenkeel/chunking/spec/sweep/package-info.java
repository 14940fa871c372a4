/** What sweeps tell of what they found and did. */
@NullMarked
package dev.evenkeel.chunking.spec.sweep;

import org.jspecify.annotations.NullMarked;
