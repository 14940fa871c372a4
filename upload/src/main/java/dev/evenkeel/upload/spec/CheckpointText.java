package dev.evenkeel.upload.spec;

import dev.evenkeel.upload.spec.UploadCheckpoint.PositionRange;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The stored form of a checkpoint: lines of a name and a value, and a checksum. */
final class CheckpointText {
  private static final String FORMAT = "evenkeel-upload 1";
  private static final String CHECKSUM = "crc32 ";

  private CheckpointText() {}

  static String write(UploadCheckpoint checkpoint) {
    String body =
        String.join(
            "\n",
            FORMAT,
            "table " + URLEncoder.encode(checkpoint.table(), StandardCharsets.UTF_8),
            "source " + URLEncoder.encode(checkpoint.sourceId(), StandardCharsets.UTF_8),
            "below " + checkpoint.settledBelow(),
            "above " + ranges(checkpoint.settledAbove()),
            "stored " + checkpoint.itemsStored(),
            "rejected " + checkpoint.itemsRejected(),
            "complete " + checkpoint.complete(),
            "");
    return body + CHECKSUM + checksum(body) + "\n";
  }

  private static String ranges(List<PositionRange> ranges) {
    return ranges.stream()
        .map(range -> range.first() + "-" + range.last())
        .collect(Collectors.joining(","));
  }

  private static String checksum(String body) {
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(crc.getValue());
  }

  static UploadCheckpoint read(String text) {
    int end = text.lastIndexOf(CHECKSUM);
    String body = end < 0 ? "" : text.substring(0, end);
    if (!text.startsWith("evenkeel-upload ")) {
      throw new InvalidCheckpointException(
          "This is no checkpoint of an upload. Name the file that the upload wrote.");
    }
    if (!text.startsWith(FORMAT + "\n")) {
      throw new InvalidCheckpointException(
          "The checkpoint is of a version that this release does not know. Use the release that"
              + " wrote it, or a newer one.");
    }
    if (!text.equals(body + CHECKSUM + checksum(body) + "\n")) {
      throw damaged();
    }
    return read(fields(body));
  }

  private static Map<String, String> fields(String body) {
    return Arrays.stream(body.split("\n"))
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, second) -> second));
  }

  private static UploadCheckpoint read(Map<String, String> fields) {
    try {
      return new UploadCheckpoint(
          URLDecoder.decode(field(fields, "table"), StandardCharsets.UTF_8),
          URLDecoder.decode(field(fields, "source"), StandardCharsets.UTF_8),
          Long.parseLong(field(fields, "below")),
          split(field(fields, "above")).map(CheckpointText::range).toList(),
          Long.parseLong(field(fields, "stored")),
          Long.parseLong(field(fields, "rejected")),
          Boolean.parseBoolean(field(fields, "complete")));
    } catch (IllegalArgumentException e) {
      throw damaged();
    }
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw damaged();
    }
    return value;
  }

  private static Stream<String> split(String text) {
    return text.isEmpty() ? Stream.empty() : Arrays.stream(text.split(",", -1));
  }

  private static PositionRange range(String text) {
    String[] ends = text.split("-", 2);
    return new PositionRange(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
  }

  private static InvalidCheckpointException damaged() {
    return new InvalidCheckpointException(
        "The checkpoint is damaged: its checksum or a field does not hold. Restore it, or remove it"
            + " and upload everything again, which stores each item over itself.");
  }
}
