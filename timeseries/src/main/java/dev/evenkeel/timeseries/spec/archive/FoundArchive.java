package dev.evenkeel.timeseries.spec.archive;

import org.jspecify.annotations.Nullable;

/**
 * An archive that was found by its manifest in a bucket, and what became of its entry in the
 * catalogue.
 *
 * @param series the logical table
 * @param tableName the table of the archive; null if its manifest does not name it
 * @param manifest where its {@code manifest-summary.json} is, as {@code s3://bucket/key}
 * @param standing where it stands
 * @param detail why, for people; empty if there is nothing to say
 */
public record FoundArchive(
    String series, @Nullable String tableName, String manifest, Standing standing, String detail) {

  /** The relation of an archive to the catalogue. */
  public enum Standing {
    /** The catalogue has it. */
    KNOWN,
    /** The catalogue has nothing of its table: a rebuild writes it down. */
    LOST,
    /** The catalogue had nothing of its table, and has it now. */
    WRITTEN,
    /** It is not written down, as the detail says. */
    LEFT,
    /** The manifests and the objects in the bucket do not agree: it is not entered. */
    DAMAGED
  }
}
