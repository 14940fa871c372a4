package dev.evenkeel.simulator.spec.result;

import java.util.ArrayList;
import java.util.List;

/**
 * The heat of a table's partitions over time. Rows are equal ranges of hashes; a partition has one
 * or several, until it is split; where there are more partitions than rows, several share one,
 * which shows the hottest. Immutable.
 */
public final class HeatMap {
  /** The most rows. */
  public static final int ROWS_MAX = 128;

  private final List<double[]> columns;
  private final int rows;

  /**
   * A map.
   *
   * @param columns for each bucket of time, what was asked as a part of what there is, for each
   *     row; at least one bucket, all of them with as many rows
   */
  public HeatMap(List<double[]> columns) {
    this.columns = new ArrayList<>();
    this.rows = columns.get(0).length;
    for (double[] column : columns) {
      if (column.length != rows) {
        throw new IllegalArgumentException("columns must have as many rows as the first, " + rows);
      }
      this.columns.add(column.clone());
    }
  }

  public int rows() {
    return rows;
  }

  /** The number of columns: one for each bucket of time. */
  public int columns() {
    return columns.size();
  }

  /**
   * The mean load offered to the partition over the seconds of the bucket, as a part of its
   * capacity without burst; of several partitions the hottest in each second counts.
   */
  public double use(int row, int column) {
    return columns.get(column)[row];
  }
}
