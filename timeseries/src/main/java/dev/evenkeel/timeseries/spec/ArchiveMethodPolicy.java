package dev.evenkeel.timeseries.spec;

/** The method by which the period tables of a series are archived. The files are the same. */
public enum ArchiveMethodPolicy {
  /**
   * By scan: on every engine, into every storage class, for read capacity, and always verified
   * against the table.
   */
  SCAN,

  /**
   * By native export: for no capacity, in DynamoDB's own time. Tables need point-in-time recovery;
   * a table without it is not archived, and the report says so.
   */
  EXPORT,

  /**
   * By native export where the table has point-in-time recovery, the engine knows exports, and data
   * files are to be in STANDARD; else by scan.
   */
  AUTO
}
