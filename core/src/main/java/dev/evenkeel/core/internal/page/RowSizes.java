package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.operation.RecentNames;
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

  /** Of which nothing is known yet. */
  public static RowSizes learning() {
    return new RowSizes(RowSize::unknown);
  }

  /** Which are all taken to be small, to tell what a call does where nothing is out of the way. */
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
}
