/** Passes over a table by the executors of an Apache Spark application. */
@NullMarked
package dev.evenkeel.spark;

import org.jspecify.annotations.NullMarked;
