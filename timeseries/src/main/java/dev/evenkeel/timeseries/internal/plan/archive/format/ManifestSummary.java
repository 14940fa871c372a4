package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code manifest-summary.json} of an archive: the members of a native full export (AWS,
 * "DynamoDB table export output format"), and one of ours.
 *
 * @param exportArn of the export; of a scan the table's with {@code /export/} and the export id
 * @param startTime when it began
 * @param endTime when all data files were written
 * @param tableId null where an engine has none
 * @param exportTime the moment whose items these are; of a scan, when it began
 * @param s3Bucket the archive's
 * @param s3Prefix the folder that the archive's own folder is in; null for none
 * @param s3SseAlgorithm null if the bucket decides
 * @param s3SseKmsKeyId null if none was named
 * @param manifestFilesS3Key the whole key of {@code manifest-files.json}
 * @param billedSizeBytes the bytes that AWS bills for an export; of a scan the bytes of the items,
 *     or 0
 * @param itemCount the items of all data files
 * @param origin Evenkeel's own facts on the archive; null in a manifest that AWS wrote
 */
public record ManifestSummary(
    String exportArn,
    Instant startTime,
    Instant endTime,
    String tableArn,
    @Nullable String tableId,
    Instant exportTime,
    String s3Bucket,
    @Nullable String s3Prefix,
    @Nullable String s3SseAlgorithm,
    @Nullable String s3SseKmsKeyId,
    String manifestFilesS3Key,
    long billedSizeBytes,
    long itemCount,
    @Nullable ArchiveOrigin origin) {

  private static final String VERSION = "2020-06-30";

  /**
   * The versions of full and of incremental exports; full ones may come to have the latter, without
   * another layout.
   */
  private static final Set<String> VERSIONS = Set.of(VERSION, "2023-08-01");

  private static final String FORMAT = "DYNAMODB_JSON";
  private static final String FULL = "FULL_EXPORT";
  private static final String ORIGIN = "evenkeel";

  /** The times of native manifests, with three digits after the point. */
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The object's bytes. */
  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      writeExport(json);
      writePlace(json);
      if (origin != null) {
        json.writeFieldName(ORIGIN);
        origin.write(json);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void writeExport(JsonGenerator json) throws IOException {
    json.writeStringField("version", VERSION);
    json.writeStringField("exportArn", exportArn);
    json.writeStringField("startTime", MILLIS.format(startTime));
    json.writeStringField("endTime", MILLIS.format(endTime));
    json.writeStringField("tableArn", tableArn);
    json.writeStringField("tableId", tableId);
    json.writeStringField("exportTime", MILLIS.format(exportTime));
  }

  private void writePlace(JsonGenerator json) throws IOException {
    json.writeStringField("s3Bucket", s3Bucket);
    json.writeStringField("s3Prefix", s3Prefix);
    json.writeStringField("s3SseAlgorithm", s3SseAlgorithm);
    json.writeStringField("s3SseKmsKeyId", s3SseKmsKeyId);
    json.writeStringField("manifestFilesS3Key", manifestFilesS3Key);
    json.writeNumberField("billedSizeBytes", billedSizeBytes);
    json.writeNumberField("itemCount", itemCount);
    json.writeStringField("outputFormat", FORMAT);
    json.writeStringField("exportType", FULL);
  }

  /**
   * Reads ours and those of native exports. Members that are not known are passed over.
   *
   * @throws ArchiveException if a member is missing or wrong, or if it is the manifest of something
   *     else than a full export in DynamoDB JSON
   */
  public static ManifestSummary read(ArchiveObject manifest, byte[] bytes) {
    Members members = Members.read(manifest, "", bytes, 0, bytes.length);
    requireFullExport(members);
    return new ManifestSummary(
        members.text("exportArn"),
        members.time("startTime"),
        members.time("endTime"),
        members.text("tableArn"),
        members.textOrNull("tableId"),
        members.time("exportTime"),
        members.text("s3Bucket"),
        members.textOrNull("s3Prefix"),
        members.textOrNull("s3SseAlgorithm"),
        members.textOrNull("s3SseKmsKeyId"),
        members.text("manifestFilesS3Key"),
        members.count("billedSizeBytes"),
        members.count("itemCount"),
        members.isNull(ORIGIN) ? null : ArchiveOrigin.read(members.object(ORIGIN)));
  }

  /**
   * Reads only which table it is of, also if it is that of another kind or version of export.
   *
   * @throws ArchiveException if not even that can be read
   */
  public static String readTableArn(ArchiveObject manifest, byte[] bytes) {
    return Members.read(manifest, "", bytes, 0, bytes.length).text("tableArn");
  }

  private static void requireFullExport(Members members) {
    if (!VERSIONS.contains(members.text("version"))) {
      throw members.wrong("version", "is none that is known");
    }
    if (!members.text("outputFormat").equals(FORMAT)) {
      throw members.wrong("outputFormat", "is not " + FORMAT);
    }
    if (!members.isNull("exportType") && !members.text("exportType").equals(FULL)) {
      throw members.wrong("exportType", "is not " + FULL);
    }
  }

  /**
   * Compares what it says of its table.
   *
   * @param seenId null if it is not known
   * @throws ArchiveException if that is another one
   */
  public void requireOf(ArchiveObject manifest, String tableName, @Nullable String seenId) {
    boolean isNamed =
        origin == null
            ? tableArn.endsWith(":table/" + tableName)
            : origin.tableName().equals(tableName);
    if (!isNamed || (seenId != null && tableId != null && !seenId.equals(tableId))) {
      throw manifest.damaged("is of another table than '%s'".formatted(tableName));
    }
  }

  /**
   * Compares the counts of both manifests.
   *
   * @throws ArchiveException if they differ
   */
  public void requireCountOf(ArchiveObject filesManifest, ManifestFiles files) {
    if (files.itemCount() != itemCount) {
      throw filesManifest.damaged(
          "lists files of %d items, and the summary says %d"
              .formatted(files.itemCount(), itemCount));
    }
  }
}
