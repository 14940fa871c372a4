package dev.evenkeel.core.internal.scan;

import dev.evenkeel.core.internal.flow.Flow;

/** Takes the pages of a scan: of a segment one after the other, of several segments at a time. */
@FunctionalInterface
public interface PageSink {

  /** Whether a segment goes on. */
  enum Onward {
    /** The next page may be read. */
    CONTINUE,
    /** No more is wanted of this segment now. */
    STOP
  }

  /**
   * Takes a page. The segment's next page is not read before this ends; if it fails, so does the
   * scan. A sink that has stored what it was given up to here, and {@link ScanPage#after}, can be
   * gone on with from there.
   */
  Flow<Onward> take(ScanPage page);
}
