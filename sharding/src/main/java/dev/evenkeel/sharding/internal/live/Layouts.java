package dev.evenkeel.sharding.internal.live;

import java.util.function.LongSupplier;

/** Where the layouts of tables are looked up. */
public interface Layouts {

  /**
   * The session of a table, begun if it is the first time.
   *
   * @param spec the layout of the spec, which all clients of the table must share
   */
  LayoutSession of(String table, String spec);

  /**
   * A token that no request has had, for one that may be sent several times and is to count once.
   */
  String token();

  /** Compares a share of the reads while items are moved. */
  default ShadowReads shadowReads() {
    return ShadowReads.NONE;
  }

  /** Elapsed time in nanoseconds, as all sessions count it. */
  LongSupplier clock();
}
