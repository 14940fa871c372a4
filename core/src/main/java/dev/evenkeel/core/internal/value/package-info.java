/** Numbers and text as DynamoDB compares and counts them, and the codes of its refusals. */
@NullMarked
package dev.evenkeel.core.internal.value;

import org.jspecify.annotations.NullMarked;
