package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Data files of a few items, and how they are read. */
final class DataFiles {
  static final int MIB = 1024 * 1024;

  private DataFiles() {}

  static DataFile file(int items) {
    DataFileWriter writer = new DataFileWriter(MIB);
    for (int i = 0; i < items; i++) {
      writer.add(Items.item(i));
    }
    return writer.finish();
  }

  static String line(int id) {
    return new String(DynamoDbJson.line(Items.item(id)), StandardCharsets.UTF_8).strip();
  }

  static ManifestFile listed(DataFile file) {
    return new ManifestFile(
        "data/f.json.gz", file.itemCount(), file.md5(), null, file.length(), file.sha256Hex());
  }

  /** The file as a native manifest would list it. */
  static ManifestFile listed(byte[] bytes, long items) {
    return new ManifestFile(
        "data/f.json.gz", items, Hashes.base64(Hashes.md5().digest(bytes)), "etag", null, null);
  }

  static List<Map<String, AttributeValue>> read(DataFile file, int pieceBytes) {
    return read(file.bytes().asByteArrayUnsafe(), listed(file), pieceBytes);
  }

  static List<Map<String, AttributeValue>> read(byte[] bytes, ManifestFile listed, int pieceBytes) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    try (DataFileReader reader = new DataFileReader("cold", listed)) {
      for (int at = 0; at < bytes.length; at += pieceBytes) {
        int end = Math.min(bytes.length, at + pieceBytes);
        reader.feed(SdkBytes.fromByteArray(Arrays.copyOfRange(bytes, at, end)));
        drain(reader, items);
      }
      reader.end();
      drain(reader, items);
    }
    return items;
  }

  private static void drain(DataFileReader reader, List<Map<String, AttributeValue>> items) {
    Map<String, AttributeValue> item = reader.next();
    while (item != null) {
      items.add(item);
      item = reader.next();
    }
  }

  static byte[] gzip(byte[] bytes) throws IOException {
    return gzip(bytes, Deflater.DEFAULT_COMPRESSION);
  }

  static byte[] gzip(byte[] bytes, int level) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Leveled gzip = new Leveled(out, level)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static final class Leveled extends GZIPOutputStream {
    Leveled(OutputStream out, int level) throws IOException {
      super(out);
      def.setLevel(level);
    }
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
