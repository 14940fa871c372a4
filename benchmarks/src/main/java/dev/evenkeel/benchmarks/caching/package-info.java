/** What a cache saves, and what it costs. */
@NullMarked
package dev.evenkeel.benchmarks.caching;

import org.jspecify.annotations.NullMarked;
