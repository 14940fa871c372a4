package dev.evenkeel.sharding.internal.live;

/** Comparisons of what both layouts answer, for a share of the reads while items are moved. */
public interface ShadowReads {
  /** Compares nothing. */
  ShadowReads NONE =
      new ShadowReads() {
        @Override
        public boolean isDrawn() {
          return false;
        }

        @Override
        public void count(Outcome outcome) {}
      };

  /** What the new place holds of an item that the read has answered. */
  enum Outcome {
    /** The same, or the item is there alone. */
    EQUAL,
    /** Nothing yet. */
    NOT_MOVED,
    /** Another item, while the old one is there. */
    DIFFERENT
  }

  /** Whether the next read is one of the share. */
  boolean isDrawn();

  void count(Outcome outcome);
}
