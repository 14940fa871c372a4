package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.store.ChunkRows.Slices;
import dev.evenkeel.chunking.internal.store.ChunkRows.Slices.Range;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.item.ItemSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads chunks in the layout of AWS's text, of which nothing says how large each is. */
public final class SeedChunks {
  private SeedChunks() {}

  /** Reads a payload whose marker has its length. */
  static Flow<byte[]> readInto(byte[] whole, ChunkRows rows, int chunks, int widthMax) {
    return read(rows::read, chunks, widthMax, whole.length)
        .mapFailure(e -> LargeValueException.is(e, Reason.TOO_LARGE) ? longer() : e)
        .then(values -> Compute.flow(() -> joined(whole, values)));
  }

  private static byte[] joined(byte[] whole, List<AttributeValue> values) {
    int to = 0;
    for (AttributeValue value : values) {
      byte[] piece = ChunkStore.bytes(value);
      if (piece.length > whole.length - to) {
        throw longer();
      }
      System.arraycopy(piece, 0, whole, to, piece.length);
      to += piece.length;
    }
    if (to != whole.length) {
      throw new LargeValueException(
          Reason.CORRUPT, "Its chunks are shorter than what was written.");
    }
    return whole;
  }

  private static LargeValueException longer() {
    return new LargeValueException(Reason.CORRUPT, "Its chunks are longer than what was written.");
  }

  /**
   * Reads chunks as they are stored.
   *
   * @param rows reads some of them
   * @param bytesMax fails with a {@link dev.evenkeel.chunking.spec.LargeValueException} with reason
   *     {@code TOO_LARGE} if they have more
   */
  static Flow<List<AttributeValue>> read(
      Function<Range, Flow<List<AttributeValue>>> rows, int chunks, int widthMax, long bytesMax) {
    return Flow.defer(
        () -> {
          ByteCount count = new ByteCount(bytesMax);
          List<Flow<List<AttributeValue>>> reads = new ArrayList<>();
          for (Range range :
              Slices.of(chunks, ChunkTableSpec.CHUNK_BYTES_MAX, RequestLimits.BATCH_KEYS_MAX)) {
            reads.add(Flow.defer(() -> rows.apply(range).map(count::counted)));
          }
          // Awaited, though these read: their memory is given back when this ends.
          return Flow.awaitAll(reads, widthMax)
              .map(parts -> parts.stream().flatMap(List::stream).toList());
        });
  }

  /** Counts what is read of a value that does not say how large it is. */
  static final class ByteCount {
    private final long bytesMax;
    private long bytes;

    ByteCount(long bytesMax) {
      this.bytesMax = bytesMax;
    }

    List<AttributeValue> counted(List<AttributeValue> pieces) {
      pieces.forEach(piece -> bytes += ItemSize.valueBytes(piece));
      if (bytes > bytesMax) {
        throw new LargeValueException(
            Reason.TOO_LARGE,
            "Its chunks have more than the %d bytes that are read of one value. Raise the limit if it may be that large."
                .formatted(bytesMax));
      }
      return pieces;
    }
  }

  /**
   * The chunks of a value in the layout of AWS's text: text as text, cut between characters, so
   * that readers who join texts get what was written; anything else as binary.
   */
  public static final class SeedPieces {
    private SeedPieces() {}

    static List<AttributeValue> of(Marker marker, byte[] stored, int chunkBytes) {
      boolean text = isText(marker.codec() != null, marker.type());
      List<AttributeValue> pieces = new ArrayList<>();
      for (int[] piece : cuts(stored, chunkBytes, text)) {
        byte[] bytes = Arrays.copyOfRange(stored, piece[0], piece[1]);
        pieces.add(
            text
                ? AttributeValue.fromS(new String(bytes, StandardCharsets.UTF_8))
                : AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes)));
      }
      return pieces;
    }

    private static boolean isText(boolean compressed, AttributeValue.Type type) {
      return !compressed && type == AttributeValue.Type.S;
    }

    /** The number of chunks of a value. */
    public static int count(
        byte[] stored, int chunkBytes, boolean compressed, AttributeValue.Type type) {
      return cuts(stored, chunkBytes, isText(compressed, type)).size();
    }

    private static List<int[]> cuts(byte[] stored, int chunkBytes, boolean text) {
      List<int[]> cuts = new ArrayList<>();
      int from = 0;
      do {
        int to = Math.min(stored.length, from + chunkBytes);
        while (text && to < stored.length && isContinuation(stored[to])) {
          to--;
        }
        cuts.add(new int[] {from, to});
        from = to;
      } while (from < stored.length);
      return cuts;
    }

    /** Whether a byte continues a character of UTF-8. */
    private static boolean isContinuation(byte b) {
      return (b & 0xC0) == 0x80;
    }
  }
}
