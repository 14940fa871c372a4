package dev.evenkeel.benchmarks.canned;

import java.util.function.IntUnaryOperator;

/**
 * A page of rows of one partition: which they are, not the rows themselves.
 *
 * @param count the number of rows
 * @param ranks gives the rank of the page's row 0 to {@code count - 1}
 * @param more whether the page has a start key for the next
 * @param units the read units it costs
 */
record CannedPage(String partition, int count, IntUnaryOperator ranks, boolean more, double units) {

  /** The rank of the page's row {@code i}. */
  int rank(int i) {
    return ranks.applyAsInt(i);
  }
}
