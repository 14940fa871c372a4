package dev.evenkeel.testkit;

/** Where an S3 server of the testkit keeps its objects. */
public enum S3Storage {
  /** In the heap of the server's JVM, with versioning and conditional writes. For most tests. */
  MEMORY,
  /**
   * In a temporary folder, deleted when the server closes: for objects that are larger than a heap.
   * A part or object passes through in pieces and is never held whole. S3Proxy has no versioning
   * and no server-side encryption here.
   */
  TEMPORARY_FOLDER
}
