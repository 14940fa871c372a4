/** The closed world of DynamoDB operations, and which tables a request names. */
@NullMarked
package dev.evenkeel.core.operation;

import org.jspecify.annotations.NullMarked;
