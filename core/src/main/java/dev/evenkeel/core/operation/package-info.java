/**
 * The closed world of DynamoDB operations, what becomes of each on a managed table, and what a
 * layer tells those above it.
 */
@NullMarked
package dev.evenkeel.core.operation;

import org.jspecify.annotations.NullMarked;
