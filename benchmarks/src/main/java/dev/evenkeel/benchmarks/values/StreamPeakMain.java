package dev.evenkeel.benchmarks.values;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.benchmarks.figure.LiveHeap;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.LargeValues;
import dev.evenkeel.chunking.spec.AttributePolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.zip.CRC32C;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Streams a value to S3 and back, and prints the heap peak. */
final class StreamPeakMain {
  private static final double MIB = 1 << 20;
  private static final int WARM_UP_MIB = 16;

  private StreamPeakMain() {}

  /** Takes the size in MiB, the name of the figure, and where the servers are. */
  public static void main(String[] arguments) throws InterruptedException {
    long bytes = (long) Integer.parseInt(arguments[0]) << 20;
    String name = arguments[1];
    try (Fixture fixture = new Fixture(Servers.at(arguments[2], arguments[3]));
        LiveHeap heap = LiveHeap.watched()) {
      ChunkingDynamoDbClient client = fixture.client(AttributePolicy.offloaded());
      LargeValues values = client.largeValues();
      roundTrip(values, "warm", (long) WARM_UP_MIB << 20);
      long before = heap.collect();
      heap.whileCollecting(() -> roundTrip(values, "large", bytes));
      System.out.println(name + "=" + (heap.peakBytes() - before) / MIB);
      System.out.println(name + "_before=" + before / MIB);
      System.out.println(name + "_collections=" + heap.collections());
      fixture.empty();
    }
  }

  private static long roundTrip(LargeValues values, String id, long bytes) {
    PutItemRequest request =
        PutItemRequest.builder().tableName(Fixture.DOCS).item(Fixture.key(id)).build();
    Noise noise = new Noise(bytes);
    values.putBinary(request, Fixture.VALUE, noise);
    CRC32C read = new CRC32C();
    byte[] buffer = new byte[1 << 16];
    try (InputStream stream =
        requireNonNull(values.open(Fixture.DOCS, Fixture.key(id), Fixture.VALUE)).stream()) {
      for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
        read.update(buffer, 0, count);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (read.getValue() != noise.crc.getValue()) {
      throw new IllegalStateException("another value came back");
    }
    return bytes;
  }

  /** Random bytes that are not held, and their checksum. */
  private static final class Noise extends InputStream {
    final CRC32C crc = new CRC32C();
    private final Random random = new Random(1);
    private final byte[] piece = new byte[1 << 13];
    private long remaining;

    Noise(long bytes) {
      this.remaining = bytes;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int from, int count) {
      if (remaining == 0) {
        return -1;
      }
      int some = (int) Math.min(Math.min(remaining, count), piece.length);
      random.nextBytes(piece);
      System.arraycopy(piece, 0, to, from, some);
      crc.update(piece, 0, some);
      remaining -= some;
      return some;
    }
  }
}
