/**
 * Arithmetic before anything is built: how many shards a key needs and what they cost to read, how
 * many partitions a table has, how fast a table can be filled. Pure: nothing here asks DynamoDB.
 */
@NullMarked
package dev.evenkeel.sharding.planning;

import org.jspecify.annotations.NullMarked;
