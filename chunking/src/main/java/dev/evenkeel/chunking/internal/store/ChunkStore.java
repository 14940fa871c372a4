package dev.evenkeel.chunking.internal.store;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.ChunkProbe.ChunkCutter;
import dev.evenkeel.chunking.internal.store.ChunkRows.Slices;
import dev.evenkeel.chunking.internal.store.ChunkRows.Slices.Range;
import dev.evenkeel.chunking.internal.store.SeedChunks.SeedPieces;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Payloads in the chunk table. Chunks are written once and never changed, so whether a chunk that
 * is there is the right one is decided by its key.
 */
public final class ChunkStore {
  private final ChunkTableSpec table;
  private final KeySchema schema;
  private final int widthMax;

  /**
   * @param schema the key of the parent table
   * @param widthMax how many requests for one payload are under way at a time
   */
  public ChunkStore(ChunkTableSpec table, KeySchema schema, int widthMax) {
    this.table = table;
    this.schema = schema;
    this.widthMax = widthMax;
  }

  /** The chunks of a spec; null if it has no chunk table. */
  public static @Nullable ChunkStore of(ChunkingSpec spec) {
    ChunkTableSpec table = spec.chunkTable();
    return table == null ? null : new ChunkStore(table, spec.key(), spec.limits().widthMax());
  }

  /** Writes all chunks of a payload. */
  public Flow<Done> write(Parent parent, Marker marker, byte[] stored) {
    ChunkRows rows = rows(parent, payload(marker));
    return marker.placement() == Placement.SEED_CHUNKS
        ? Compute.flow(() -> SeedPieces.of(marker, stored, table.chunkBytes()))
            .then(pieces -> rows.write(1, pieces.size(), number -> pieces.get(number - 1)))
        : rows.write(
            1, marker.outside().chunks(), number -> piece(stored, marker.outside(), number));
  }

  /**
   * Writes what comes piece by piece, a window of chunks after the other. {@link ChunkProbe} relies
   * on a window being written before the next is begun.
   *
   * @return how many chunks it makes; at least one
   */
  public Flow<Integer> write(Parent parent, PayloadRef payload, ByteSource stored) {
    return Flow.defer(
        () -> writeFrom(1, new ChunkCutter(stored, table.chunkBytes()), parent, payload));
  }

  private Flow<Integer> writeFrom(
      int first, ChunkCutter cutter, Parent parent, PayloadRef payload) {
    return cutter
        .next(ChunkProbe.WINDOW)
        .then(
            pieces -> {
              if (pieces.isEmpty() && first > 1) {
                return Flow.of(first - 1);
              }
              List<byte[]> chunks = pieces.isEmpty() ? List.of(new byte[0]) : pieces;
              int next = first + chunks.size();
              return rows(parent, payload)
                  .write(first, chunks.size(), number -> binary(chunks.get(number - first)))
                  .then(
                      done ->
                          cutter.isEnded()
                              ? Flow.of(next - 1)
                              : writeFrom(next, cutter, parent, payload));
            });
  }

  /** The chunks of a payload as they are wanted; of one that is not in the layout of AWS's text. */
  public ByteSource open(Parent parent, Marker marker) {
    return new ChunkSource(this, parent, marker);
  }

  /** The rows of a whole payload, for a transaction that writes them with their parent. */
  public List<Map<String, AttributeValue>> rowsOf(Parent parent, Marker marker, byte[] stored) {
    ChunkRows rows = rows(parent, payload(marker));
    Payload payload = marker.outside();
    List<AttributeValue> pieces =
        marker.placement() == Placement.SEED_CHUNKS
            ? SeedPieces.of(marker, stored, table.chunkBytes())
            : numbers(payload.chunks()).mapToObj(at -> piece(stored, payload, at)).toList();
    return numbers(pieces.size()).mapToObj(at -> rows.row(at, pieces.get(at - 1))).toList();
  }

  private static IntStream numbers(int chunks) {
    return IntStream.rangeClosed(1, chunks);
  }

  private static AttributeValue piece(byte[] stored, Payload payload, int number) {
    int from = Math.multiplyExact(number - 1, payload.chunkBytes());
    return binary(Arrays.copyOfRange(stored, from, from + payload.bytesOfChunk(number)));
  }

  private static AttributeValue binary(byte[] bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
  }

  /**
   * Reads a payload whole.
   *
   * @return its bytes; fails with a {@link dev.evenkeel.chunking.spec.LargeValueException} with
   *     reason {@code PAYLOAD_MISSING} if a chunk is not there, and a {@link
   *     dev.evenkeel.chunking.spec.LargeValueException} with reason {@code CORRUPT} if one has
   *     another size than it was written with
   */
  public Flow<byte[]> read(Parent parent, Marker marker) {
    return Flow.defer(
        () -> {
          Payload payload = marker.outside();
          byte[] whole = new byte[Math.toIntExact(payload.storedBytes())];
          return marker.placement() == Placement.SEED_CHUNKS
              ? SeedChunks.readInto(
                  whole, rows(parent, payload(marker)), payload.chunks(), widthMax)
              : readInto(whole, parent, marker);
        });
  }

  private Flow<byte[]> readInto(byte[] whole, Parent parent, Marker marker) {
    Payload payload = marker.outside();
    List<Flow<Done>> reads = new ArrayList<>();
    for (Range range :
        Slices.of(payload.chunks(), payload.chunkBytes(), RequestLimits.BATCH_KEYS_MAX)) {
      reads.add(
          Flow.defer(
              () ->
                  readRange(parent, marker, range)
                      .map(
                          pieces -> {
                            int to = (range.first() - 1) * payload.chunkBytes();
                            for (byte[] piece : pieces) {
                              System.arraycopy(piece, 0, whole, to, piece.length);
                              to += piece.length;
                            }
                            return Done.DONE;
                          })));
    }
    // Awaited, though these read: their memory is given back when this ends.
    return Flow.awaitAll(reads, widthMax).map(done -> whole);
  }

  /** Reads some chunks of a payload, each checked for its size, in order. */
  Flow<List<byte[]>> readRange(Parent parent, Marker marker, Range range) {
    Payload payload = marker.outside();
    return rows(parent, payload(marker))
        .read(range)
        .map(
            values -> {
              List<byte[]> pieces = new ArrayList<>();
              for (int number = range.first(); number <= range.last(); number++) {
                byte[] piece = bytes(values.get(number - range.first()));
                if (piece.length != payload.bytesOfChunk(number)) {
                  throw new LargeValueException(
                      Reason.CORRUPT, "A chunk has another size than was written.");
                }
                pieces.add(piece);
              }
              return pieces;
            });
  }

  /**
   * Reads the chunks of a payload in the layout of AWS's text, as they are stored.
   *
   * @param bytesMax fails with a {@link dev.evenkeel.chunking.spec.LargeValueException} with reason
   *     {@code TOO_LARGE} if they have more
   */
  public Flow<List<AttributeValue>> readSeed(Parent parent, PayloadRef payload, long bytesMax) {
    return SeedChunks.read(rows(parent, payload)::readByHand, payload.chunks(), widthMax, bytesMax);
  }

  /**
   * Whether a payload whose chunks are counted is there, by its last chunk: chunks are deleted
   * together. It costs what reading that chunk does.
   */
  public Flow<Boolean> isThere(Parent parent, PayloadRef payload) {
    return rows(parent, payload).isThere(payload.chunks());
  }

  /** Deletes the chunks of a payload; those that are not there are no matter. */
  public Flow<Done> remove(Parent parent, PayloadRef payload) {
    return payload.chunks() == 0
        ? MissingStores.named(table, ChunkProbe.removeAll(table, rows(parent, payload)))
        : rows(parent, payload).remove(payload.chunks());
  }

  private ChunkRows rows(Parent parent, PayloadRef payload) {
    return new ChunkRows(table, schema, parent, payload, widthMax);
  }

  private static PayloadRef payload(Marker marker) {
    return requireNonNull(PayloadRef.of(marker));
  }

  static byte[] bytes(AttributeValue value) {
    if (value.b() != null) {
      return value.b().asByteArrayUnsafe();
    }
    if (value.s() != null) {
      return value.s().getBytes(StandardCharsets.UTF_8);
    }
    throw new LargeValueException(Reason.CORRUPT, "A chunk holds no bytes.");
  }
}
