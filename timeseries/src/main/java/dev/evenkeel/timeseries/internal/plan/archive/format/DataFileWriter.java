package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.Deflater;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes one data file in memory: items as lines of DynamoDB JSON, compressed as they come. Holds
 * the compressed bytes, in pieces, and some 300 KB more; {@link #finish} joins them and holds them
 * twice for a moment. Not thread-safe.
 */
public final class DataFileWriter {
  /** Of gzip: what {@code gzip} and the JDK take by default. */
  public static final int LEVEL_DEFAULT = 6;

  private static final int BYTES_MAX = 1 << 30;

  private final int bytesMax;
  private final PiecedBytes pieces = new PiecedBytes();
  private final ContentDigester content = new ContentDigester();
  private final GzipOutput gzip;
  private final JsonGenerator json;
  private final ItemWriter items;
  private long itemCount;

  /**
   * An empty file.
   *
   * @param bytesMax compressed bytes from which on the file is full, up to 1 GiB. The item that
   *     fills it and what was still to be compressed come on top
   * @param level of gzip, 1 (fast) to 9 (small)
   * @throws IllegalArgumentException if either is out of range
   */
  public DataFileWriter(int bytesMax, int level) {
    require(bytesMax >= 1 && bytesMax <= BYTES_MAX, "bytesMax", bytesMax);
    require(level >= Deflater.BEST_SPEED && level <= Deflater.BEST_COMPRESSION, "level", level);
    this.bytesMax = bytesMax;
    try {
      gzip = new GzipOutput(pieces, level);
      json = Json.FACTORY.createGenerator(gzip);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    items = new ItemWriter(json);
  }

  private static void require(boolean holds, String name, int value) {
    if (!holds) {
      throw new IllegalArgumentException("%s is out of range: %d".formatted(name, value));
    }
  }

  /**
   * Adds a line. After a failure the file is of no use.
   *
   * @throws dev.evenkeel.core.DecoratorException if the item cannot be written
   */
  public void add(Map<String, AttributeValue> item) {
    content.add(item);
    try {
      items.writeLine(item);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    itemCount++;
  }

  /** Whether it is time to finish. */
  public boolean isFull() {
    return compressedBytes() >= bytesMax;
  }

  /** What is compressed so far; the last lines are not yet. */
  public int compressedBytes() {
    return pieces.size();
  }

  /** How many lines. */
  public long itemCount() {
    return itemCount;
  }

  /** The file; nothing can be added any more. */
  public DataFile finish() {
    try {
      json.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] bytes = pieces.join();
    return new DataFile(
        SdkBytes.fromByteArrayUnsafe(bytes),
        itemCount,
        content.digest(),
        SdkBytes.fromByteArrayUnsafe(Hashes.md5().digest(bytes)),
        SdkBytes.fromByteArrayUnsafe(Hashes.sha256().digest(bytes)),
        gzip.uncompressedBytes());
  }
}
