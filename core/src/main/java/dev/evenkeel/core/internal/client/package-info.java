/** Calls of a client as flows, and the pools and time limits they run with. */
@NullMarked
package dev.evenkeel.core.internal.client;

import org.jspecify.annotations.NullMarked;
