/** The quickstart: a skewed access log stored on a sharded table, read back and checked. */
@NullMarked
package dev.evenkeel.examples.quickstart;

import org.jspecify.annotations.NullMarked;
