package dev.evenkeel.chunking.spec;

/** The protocol by which a value in chunks and its item become visible together. */
public enum CommitMode {
  /**
   * The chunks are written first, under a name of their own, and the item then points to them. Of
   * any size; the item is written by a transaction of two actions, so its own units count twice.
   */
  STAGED,
  /**
   * Chunks and item go into one transaction if they fit (100 actions, 4 MB), and are staged if they
   * do not. All units count twice, but nothing is ever to be cleaned up after a crash.
   */
  TRANSACTION
}
