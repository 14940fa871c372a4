/** The reports of sweeps. */
@NullMarked
package dev.evenkeel.chunking.spec.sweep;

import org.jspecify.annotations.NullMarked;
