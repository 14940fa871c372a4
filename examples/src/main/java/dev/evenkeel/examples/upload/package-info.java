/** Uploads a JSON file into a sharded table, in a way that survives being killed. */
@NullMarked
package dev.evenkeel.examples.upload;

import org.jspecify.annotations.NullMarked;
