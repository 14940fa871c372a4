/** What is cached of a table, and for how long. */
@NullMarked
package dev.evenkeel.caching.spec;

import org.jspecify.annotations.NullMarked;
