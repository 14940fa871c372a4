/**
 * DynamoDB's view of an item: its key, the indexes that it is in, its size in bytes, and the
 * capacity units that reading and writing it costs. Pure functions and values; nothing here does
 * I/O.
 */
@NullMarked
package dev.evenkeel.core.item;

import org.jspecify.annotations.NullMarked;
