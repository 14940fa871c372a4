/** Payloads outside items, and the intents that name unfinished writes. */
@NullMarked
package dev.evenkeel.chunking.internal.store;

import org.jspecify.annotations.NullMarked;
