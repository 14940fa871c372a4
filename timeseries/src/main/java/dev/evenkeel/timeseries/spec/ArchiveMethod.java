package dev.evenkeel.timeseries.spec;

/** The method of an archive. The files are the same. */
public enum ArchiveMethod {
  /**
   * Evenkeel read the table with a parallel scan, twice: once to write the files, and once more to
   * verify them.
   */
  SCAN,

  /** DynamoDB wrote the files ({@code ExportTableToPointInTime}). */
  EXPORT
}
