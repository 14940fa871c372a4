/** Numbers and text as DynamoDB compares and counts them. */
@NullMarked
package dev.evenkeel.core.internal.value;

import org.jspecify.annotations.NullMarked;
