package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.operation.RecentNames;
import dev.evenkeel.core.item.ItemSize;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The row sizes of the tables and indexes that a client read lately: 2,048 at most. */
public final class RowSizes {
  private static final int NAMES_MAX = 1024;

  private final RecentNames<RowSize> sizes = new RecentNames<>(NAMES_MAX);
  private final Supplier<RowSize> first;

  private RowSizes(Supplier<RowSize> first) {
    this.first = first;
  }

  /** Sizes that are learned from pages, unknown at first. */
  public static RowSizes learning() {
    return new RowSizes(RowSize::unknown);
  }

  /** Sizes that assume small rows everywhere, to explain a call in the usual case. */
  public static RowSizes assumed() {
    return new RowSizes(RowSize::assumed);
  }

  /**
   * The size of the rows of a table, or of the entries of an index.
   *
   * @param index null for the table itself
   */
  public RowSize of(String table, @Nullable String index) {
    String name = index == null ? table : table + "/" + index;
    RowSize size = sizes.get(name);
    if (size == null) {
      size = first.get();
      sizes.put(name, size);
    }
    return size;
  }

  /**
   * The estimated size of a table's or an index's rows, learned from their pages: the bytes that
   * DynamoDB evaluates for a row, not those that it returns. It holds two numbers and no row, and
   * is shared by all calls of a client.
   *
   * <p>The newest page counts for three tenths of what is usual. The most is what the rows of one
   * page had on average: where keys of one table differ, the usual size alone would send a request
   * for many small rows to each shard of a key with large ones. It falls by a fiftieth with each
   * page.
   */
  public static final class RowSize {
    private static final double LEARNING_RATE = 0.3;
    private static final double MOST_KEPT = 0.98;

    private final boolean isLearnt;
    private volatile Observed observed;

    private record Observed(double usual, double most) {}

    private RowSize(Observed observed, boolean isLearnt) {
      this.observed = observed;
      this.isLearnt = isLearnt;
    }

    /** The size of unknown rows: each may be as large as an item can be. */
    public static RowSize unknown() {
      return new RowSize(new Observed(0, ItemSize.ITEM_BYTES_MAX), true);
    }

    /**
     * The size of rows that are assumed to be as small as {@link MergeSettings#ASSUMED_ROW_BYTES}.
     */
    public static RowSize assumed() {
      return new RowSize(new Observed(0, MergeSettings.ASSUMED_ROW_BYTES), false);
    }

    /** Whether rows may be larger than on earlier pages. */
    boolean isLearnt() {
      return isLearnt;
    }

    /** Bytes of a usual row; 0 if nothing is known. */
    long usual() {
      return (long) Math.ceil(observed.usual());
    }

    /** Bytes that rows of one key may have on average. */
    long most() {
      return (long) Math.ceil(observed.most());
    }

    /** Learns from a page; of two at the same time one may be missed. */
    void record(long rows, long bytes) {
      if (rows <= 0 || bytes <= 0) {
        return;
      }
      double size = (double) bytes / rows;
      Observed before = observed;
      observed =
          before.usual() == 0
              ? new Observed(size, size)
              : new Observed(
                  before.usual() + LEARNING_RATE * (size - before.usual()),
                  Math.max(size, MOST_KEPT * before.most()));
    }
  }
}
