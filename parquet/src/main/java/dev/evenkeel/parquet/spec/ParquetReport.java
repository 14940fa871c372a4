package dev.evenkeel.parquet.spec;

import java.util.List;

/**
 * A copy that is whole and verified.
 *
 * @param tableName the period table whose archive was copied
 * @param state whether this call has made it
 * @param items how many, as in the archive
 * @param digest of all items, as in the archive
 * @param files how many
 * @param bytes of all files
 * @param folder where they are, as {@code s3://bucket/key/}
 * @param tallies the columns that do not have all of their attributes as they are
 */
public record ParquetReport(
    String tableName,
    State state,
    long items,
    String digest,
    int files,
    long bytes,
    String folder,
    List<ColumnTally> tallies) {

  /** What a call has done. */
  public enum State {
    /** It has made the copy, and read it back. */
    WRITTEN,
    /** The copy was there: its manifest was read, and exactly its files are there. */
    THERE
  }

  /** Copies the list. */
  public ParquetReport {
    tallies = List.copyOf(tallies);
  }

  /**
   * The items of a copy whose attributes are not in a column as they are; they are in {@code item}.
   *
   * @param column its name
   * @param misfits how many had a value of another type, or one that did not fit: the column is
   *     null
   * @param rounded of how many the column has the nearest value
   */
  public record ColumnTally(String column, long misfits, long rounded) {}
}
