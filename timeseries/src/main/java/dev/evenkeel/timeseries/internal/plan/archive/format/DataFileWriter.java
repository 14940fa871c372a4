package dev.evenkeel.timeseries.internal.plan.archive.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.evenkeel.core.internal.value.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes one data file in memory: items as lines of DynamoDB JSON, compressed as they come. Holds
 * the compressed bytes, in pieces, and some 300 KB more; {@link #finish} joins them and holds them
 * twice for a moment. Not thread-safe.
 */
public final class DataFileWriter {
  private static final int BYTES_MAX = 1 << 30;
  private static final int BUFFER_BYTES = 16 * 1024;

  private final int bytesMax;
  private final PiecedBytes pieces = new PiecedBytes();
  private final ContentDigester content = new ContentDigester();
  private final JsonGenerator json;
  private final ItemWriter items;
  private long itemCount;

  /**
   * An empty file.
   *
   * @param bytesMax compressed bytes from which on the file is full, up to 1 GiB. The item that
   *     fills it and what was still to be compressed come on top
   * @throws IllegalArgumentException if that is out of range
   */
  public DataFileWriter(int bytesMax) {
    if (bytesMax < 1 || bytesMax > BYTES_MAX) {
      throw new IllegalArgumentException("bytesMax is out of range: " + bytesMax);
    }
    this.bytesMax = bytesMax;
    try {
      json =
          Json.FACTORY.createGenerator((OutputStream) new GZIPOutputStream(pieces, BUFFER_BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    items = new ItemWriter(json);
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
    return pieces.size() >= bytesMax;
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
        Hashes.base64(Hashes.md5().digest(bytes)),
        SdkBytes.fromByteArrayUnsafe(Sha256.of(bytes)));
  }

  /** Gathers bytes in pieces, so that growing copies nothing. Not thread-safe. */
  static final class PiecedBytes extends OutputStream {
    private static final int PIECE_BYTES = 64 * 1024;

    private final Deque<byte[]> full = new ArrayDeque<>();
    private byte[] last = new byte[PIECE_BYTES];
    private int used;

    @Override
    public void write(int b) {
      makeRoom();
      last[used++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int start, int length) {
      int at = start;
      int end = start + length;
      while (at < end) {
        makeRoom();
        int part = Math.min(end - at, PIECE_BYTES - used);
        System.arraycopy(bytes, at, last, used, part);
        used += part;
        at += part;
      }
    }

    private void makeRoom() {
      if (used == PIECE_BYTES) {
        full.addLast(last);
        last = new byte[PIECE_BYTES];
        used = 0;
      }
    }

    int size() {
      return Math.addExact(Math.multiplyExact(full.size(), PIECE_BYTES), used);
    }

    /** All bytes as one, once: each piece is let go as soon as it is copied. */
    byte[] join() {
      byte[] all = new byte[size()];
      int at = 0;
      for (byte[] piece = full.pollFirst(); piece != null; piece = full.pollFirst()) {
        System.arraycopy(piece, 0, all, at, PIECE_BYTES);
        at += PIECE_BYTES;
      }
      System.arraycopy(last, 0, all, at, used);
      used = 0;
      return all;
    }
  }
}
