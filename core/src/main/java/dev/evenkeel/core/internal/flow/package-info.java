/** Protocols of several steps, composed of small ones and run by the machines' drivers. */
@NullMarked
package dev.evenkeel.core.internal.flow;

import org.jspecify.annotations.NullMarked;
