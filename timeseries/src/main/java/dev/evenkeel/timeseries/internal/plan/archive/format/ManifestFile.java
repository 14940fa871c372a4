package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A data file as {@code manifest-files.json} lists it: the members of a native export, and two of
 * ours.
 *
 * @param dataFileS3Key the whole key of the file
 * @param itemCount how many items it has
 * @param md5Checksum MD5 of its bytes, in Base64
 * @param etag S3's when the file was written; null if it is not known
 * @param bytes how many bytes it has; null in a native manifest
 * @param sha256 SHA-256 of its bytes, in hexadecimal; null in a native manifest
 */
public record ManifestFile(
    String dataFileS3Key,
    long itemCount,
    String md5Checksum,
    @Nullable String etag,
    @Nullable Long bytes,
    @Nullable String sha256) {

  /** Whether Evenkeel wrote the manifest, and not DynamoDB. */
  public boolean isOurs() {
    return sha256 != null;
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeNumberField("itemCount", itemCount);
    json.writeStringField("md5Checksum", md5Checksum);
    if (etag != null) {
      json.writeStringField("etag", etag);
    }
    json.writeStringField("dataFileS3Key", dataFileS3Key);
    if (bytes != null) {
      json.writeNumberField("bytes", bytes);
    }
    if (sha256 != null) {
      json.writeStringField("sha256", sha256);
    }
    json.writeEndObject();
  }

  static ManifestFile read(Members line) {
    return new ManifestFile(
        line.text("dataFileS3Key"),
        line.count("itemCount"),
        line.text("md5Checksum"),
        line.textOrNull("etag"),
        line.isNull("bytes") ? null : line.count("bytes"),
        line.textOrNull("sha256"));
  }
}
