package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFile;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileName;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A data file that is in S3.
 *
 * @param segment that it is a part of; 0 in an export
 * @param number within the segment, from 0; in an export, its place in the manifest
 * @param name within {@code data/}
 * @param sha256 of its bytes; null for one that DynamoDB exported
 * @param digest of its items
 * @param after the key after which scanning resumes; null if the segment ends with this file
 */
record FileNote(
    int segment,
    int number,
    String name,
    long items,
    long bytes,
    String md5,
    @Nullable String sha256,
    @Nullable String etag,
    ContentDigest digest,
    @Nullable Map<String, AttributeValue> after) {

  /** Stores a file of a scan, and gives the note of it. */
  static Flow<FileNote> stored(
      ArchiveStore store,
      int segment,
      int number,
      DataFile file,
      @Nullable Map<String, AttributeValue> after) {
    DataFileName name = DataFileName.of(segment, number, file);
    return store
        .putData(name, file)
        .map(
            written ->
                new FileNote(
                    segment,
                    number,
                    name.text(),
                    file.itemCount(),
                    file.length(),
                    file.md5(),
                    file.sha256Hex(),
                    written.etag(),
                    file.content(),
                    after));
  }
}
