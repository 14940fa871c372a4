package dev.evenkeel.timeseries.spec.archive;

import org.jspecify.annotations.Nullable;

/**
 * An archive that was found by its manifest in a bucket, and what became of its entry in the
 * catalogue.
 *
 * @param series the logical table
 * @param tableName whose archive it is; null if its manifest cannot tell
 * @param manifest where its {@code manifest-summary.json} is, as {@code s3://bucket/key}
 * @param standing where it stands
 * @param detail why, for people; empty if there is nothing to say
 */
public record FoundArchive(
    String series, @Nullable String tableName, String manifest, Standing standing, String detail) {

  /** How an archive and the catalogue stand to each other. */
  public enum Standing {
    /** The catalogue has it. */
    KNOWN,
    /** The catalogue has nothing of its table: a rebuild writes it down. */
    LOST,
    /** The catalogue had nothing of its table, and has it now. */
    WRITTEN,
    /** It is not written down, as the detail says. */
    LEFT,
    /** What the manifests say and what is in the bucket do not fit: it is not written down. */
    DAMAGED
  }
}
