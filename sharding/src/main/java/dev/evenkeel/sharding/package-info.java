/**
 * The sharding clients: hot logical keys spread over shards behind an unchanged DynamoDB client.
 */
@NullMarked
package dev.evenkeel.sharding;

import org.jspecify.annotations.NullMarked;
