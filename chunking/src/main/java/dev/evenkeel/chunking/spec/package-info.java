/** What can be asked: which attributes are large, where they go, and what can go wrong. */
@NullMarked
package dev.evenkeel.chunking.spec;

import org.jspecify.annotations.NullMarked;
