package dev.evenkeel.timeseries.spec.archive;

import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The verified archive of a period table, also after the table was deleted.
 *
 * @param tableName the table
 * @param period the period of the table
 * @param tableId of that table; null where an engine has none
 * @param tableCreated when that table was created; null if that is not known
 * @param method how it was made: {@link ArchiveMethod#SCAN} or {@link ArchiveMethod#EXPORT}
 * @param bucket where it is
 * @param exportId the folder below the prefix's {@code AWSDynamoDB/}
 * @param prefix of the bucket's spec, with its slash; may be empty
 * @param items how many
 * @param bytes of all data files, compressed
 * @param digest of all items, in the form of {@code docs/wire-format.md}; null for a native export
 *     that was not scanned
 * @param manifestSha256 of the manifest that lists the files, in hex: what it says is what was
 *     verified
 * @param verified when
 * @param writesDenied whether a resource policy of Evenkeel's denied writes to the table then
 * @param restoredAs a table that it was restored to, for reads through the client; null if none
 */
public record ArchivedTable(
    String tableName,
    TimeSpan period,
    @Nullable String tableId,
    @Nullable Instant tableCreated,
    ArchiveMethod method,
    String bucket,
    String prefix,
    String exportId,
    long items,
    long bytes,
    @Nullable String digest,
    String manifestSha256,
    Instant verified,
    boolean writesDenied,
    @Nullable String restoredAs) {

  /**
   * Whether it is of the very table that was seen, and not of another of its name. Without id and
   * time of creation nothing is known of that.
   */
  public boolean isOf(@Nullable String seenId, @Nullable Instant seenCreated) {
    return (tableId != null || tableCreated != null)
        && Objects.equals(tableId, seenId)
        && Objects.equals(tableCreated, seenCreated);
  }

  /** The same, restored to a table; null to forget one. */
  public ArchivedTable restoredAs(@Nullable String restored) {
    return new ArchivedTable(
        tableName,
        period,
        tableId,
        tableCreated,
        method,
        bucket,
        prefix,
        exportId,
        items,
        bytes,
        digest,
        manifestSha256,
        verified,
        writesDenied,
        restored);
  }
}
