package dev.evenkeel.parquet.internal;

import org.jspecify.annotations.Nullable;

/**
 * What goes into a column of a row.
 *
 * @param value a String, byte[], Long, Double or Boolean; null for none
 * @param fate what became of the attribute
 */
record Cell(@Nullable Object value, Fate fate) {
  static final Cell ABSENT = new Cell(null, Fate.ABSENT);
  static final Cell MISFIT = new Cell(null, Fate.MISFIT);

  /** What became of an attribute. */
  enum Fate {
    /** It is in the column. */
    HELD,
    /** The item has none, or a NULL. */
    ABSENT,
    /** It is of another type, or does not fit, and the column has none. */
    MISFIT,
    /** The column has the nearest value that it can hold. */
    ROUNDED
  }

  static Cell held(Object value) {
    return new Cell(value, Fate.HELD);
  }

  static Cell rounded(Object value) {
    return new Cell(value, Fate.ROUNDED);
  }
}
