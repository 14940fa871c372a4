/** What expressions may say of managed attributes, and what is sent instead. */
@NullMarked
package dev.evenkeel.chunking.internal.expression;

import org.jspecify.annotations.NullMarked;
