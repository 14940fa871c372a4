/**
 * The other side of the measured calls: HTTP clients and a table that answer as DynamoDB does, from
 * memory, so that what is measured is the library and the SDK and not a server.
 */
@NullMarked
package dev.evenkeel.benchmarks.canned;

import org.jspecify.annotations.NullMarked;
