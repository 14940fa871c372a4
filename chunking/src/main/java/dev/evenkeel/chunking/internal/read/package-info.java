/** What holds for all requests that are made for one of the caller's, and what they add up to. */
@NullMarked
package dev.evenkeel.chunking.internal.read;

import org.jspecify.annotations.NullMarked;
