/** The markers of stored values, and the keys of their payloads: wire format v1. */
@NullMarked
package dev.evenkeel.chunking.internal.wire;

import org.jspecify.annotations.NullMarked;
