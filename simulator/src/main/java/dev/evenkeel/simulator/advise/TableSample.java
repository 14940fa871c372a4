package dev.evenkeel.simulator.advise;

/**
 * The sample of a table.
 *
 * @param tableName the table
 * @param items how many
 * @param units read capacity that it cost
 * @param whole whether that is all there is
 * @param tableItems how many items the table has, as DynamoDB last counted: up to six hours ago
 * @param segments in how many segments it was read
 * @param segmentsEnded how many of them were read to their end
 */
public record TableSample(
    String tableName,
    long items,
    double units,
    boolean whole,
    long tableItems,
    int segments,
    int segmentsEnded) {

  /** The estimated part of the table that was read. */
  double part() {
    return whole || tableItems <= items ? 1 : (double) items / tableItems;
  }
}
