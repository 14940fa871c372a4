package dev.evenkeel.chunking.internal.plan.store;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.plan.store.Slices.Range;
import dev.evenkeel.chunking.internal.plan.wire.Marker;
import dev.evenkeel.chunking.internal.plan.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.plan.wire.Parent;
import dev.evenkeel.chunking.internal.plan.wire.PayloadRef;
import dev.evenkeel.chunking.internal.plan.wire.Placement;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.CorruptValueException;
import dev.evenkeel.chunking.spec.ValueTooLargeException;
import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.objects.spec.ByteSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
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

  /** Writes all chunks of a payload. */
  public Flow<Done> write(Parent parent, Marker marker, byte[] stored) {
    Payload payload = marker.outside();
    if (marker.placement() == Placement.SEED_CHUNKS) {
      return writeSeed(parent, marker, stored);
    }
    return writeRows(
        rows(parent, marker),
        payload.chunks(),
        payload.chunkBytes(),
        number -> piece(stored, payload, number));
  }

  /**
   * Text that is not compressed is cut between characters, and stored as text: for other readers.
   */
  private Flow<Done> writeSeed(Parent parent, Marker marker, byte[] stored) {
    List<AttributeValue> pieces = SeedPieces.of(marker, stored, table.chunkBytes());
    return writeRows(
        rows(parent, marker), pieces.size(), table.chunkBytes(), number -> pieces.get(number - 1));
  }

  /**
   * Writes what comes piece by piece, a window of chunks after the other. {@link ChunkProbe} relies
   * on a window being written before the next is begun.
   *
   * @return how many chunks it makes; at least one
   */
  public Flow<Integer> write(Parent parent, PayloadRef payload, ByteSource stored) {
    return Flow.defer(
        () -> writeFrom(1, new ChunkIntake(stored, table.chunkBytes()), parent, payload));
  }

  private Flow<Integer> writeFrom(
      int first, ChunkIntake intake, Parent parent, PayloadRef payload) {
    return intake
        .next(ChunkProbe.WINDOW)
        .then(
            pieces -> {
              if (pieces.isEmpty() && first > 1) {
                return Flow.of(first - 1);
              }
              List<byte[]> chunks = pieces.isEmpty() ? List.of(new byte[0]) : pieces;
              int next = first + chunks.size();
              return write(parent, payload, first, chunks)
                  .then(
                      done ->
                          intake.isEnded()
                              ? Flow.of(next - 1)
                              : writeFrom(next, intake, parent, payload));
            });
  }

  /** The chunks of a payload as they are wanted; of one that is not in the layout of AWS's text. */
  public ByteSource open(Parent parent, Marker marker) {
    return new ChunkSource(this, parent, marker);
  }

  /**
   * Writes some chunks of a payload that is not known as a whole yet.
   *
   * @param first the number of the first, counted from 1
   */
  private Flow<Done> write(Parent parent, PayloadRef payload, int first, List<byte[]> pieces) {
    ChunkRows rows = new ChunkRows(table, schema, parent, payload);
    List<Flow<Done>> writes = new ArrayList<>();
    for (Range range : Slices.of(pieces.size(), table.chunkBytes(), Batches.WRITES_MAX)) {
      writes.add(
          Flow.defer(
              () ->
                  Batches.put(
                      table.tableName(),
                      IntStream.rangeClosed(range.first(), range.last())
                          .mapToObj(i -> rows.row(first + i - 1, pieces.get(i - 1)))
                          .toList())));
    }
    return Flow.all(writes, widthMax).map(done -> Done.DONE);
  }

  private Flow<Done> writeRows(
      ChunkRows rows, int chunks, int chunkBytes, IntFunction<AttributeValue> data) {
    List<Flow<Done>> writes = new ArrayList<>();
    for (Range range : Slices.of(chunks, chunkBytes, Batches.WRITES_MAX)) {
      writes.add(
          Flow.defer(
              () ->
                  Batches.put(
                      table.tableName(),
                      IntStream.rangeClosed(range.first(), range.last())
                          .mapToObj(number -> rows.row(number, data.apply(number)))
                          .toList())));
    }
    return Flow.all(writes, widthMax).map(done -> Done.DONE);
  }

  /** The rows of a whole payload, for a transaction that writes them with their parent. */
  public List<Map<String, AttributeValue>> rowsOf(Parent parent, Marker marker, byte[] stored) {
    ChunkRows rows = rows(parent, marker);
    if (marker.placement() == Placement.SEED_CHUNKS) {
      List<AttributeValue> pieces = SeedPieces.of(marker, stored, table.chunkBytes());
      return IntStream.rangeClosed(1, pieces.size())
          .mapToObj(number -> rows.row(number, pieces.get(number - 1)))
          .toList();
    }
    return IntStream.rangeClosed(1, marker.outside().chunks())
        .mapToObj(number -> rows.row(number, piece(stored, marker.outside(), number)))
        .toList();
  }

  private static AttributeValue piece(byte[] stored, Payload payload, int number) {
    int from = Math.multiplyExact(number - 1, payload.chunkBytes());
    byte[] piece = Arrays.copyOfRange(stored, from, from + payload.bytesOfChunk(number));
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(piece));
  }

  /**
   * Reads a payload whole.
   *
   * @return its bytes; fails with a {@link dev.evenkeel.chunking.spec.MissingPayloadException} if a
   *     chunk is not there, and a {@link CorruptValueException} if one has another size than it was
   *     written with
   */
  public Flow<byte[]> read(Parent parent, Marker marker) {
    return Flow.defer(
        () -> {
          Payload payload = marker.outside();
          byte[] whole = new byte[Math.toIntExact(payload.storedBytes())];
          return marker.placement() == Placement.SEED_CHUNKS
              ? readSeedInto(whole, parent, marker)
              : readInto(whole, parent, marker);
        });
  }

  private Flow<byte[]> readInto(byte[] whole, Parent parent, Marker marker) {
    Payload payload = marker.outside();
    List<Flow<Done>> reads = new ArrayList<>();
    for (Range range : Slices.of(payload.chunks(), payload.chunkBytes(), Batches.READS_MAX)) {
      reads.add(
          Flow.defer(
              () ->
                  readRange(parent, marker, range.first(), range.last())
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
    return Flow.all(reads, widthMax).map(done -> whole);
  }

  /** Reads some chunks of a payload, each checked for its size, in order. */
  public Flow<List<byte[]>> readRange(Parent parent, Marker marker, int first, int last) {
    Payload payload = marker.outside();
    return readRows(rows(parent, marker), first, last)
        .map(
            values -> {
              List<byte[]> pieces = new ArrayList<>();
              for (int number = first; number <= last; number++) {
                byte[] piece = bytes(values.get(number - first));
                if (piece.length != payload.bytesOfChunk(number)) {
                  throw new CorruptValueException("A chunk has another size than was written.");
                }
                pieces.add(piece);
              }
              return pieces;
            });
  }

  private Flow<byte[]> readSeedInto(byte[] whole, Parent parent, Marker marker) {
    return readSeed(parent, requireNonNull(PayloadRef.of(marker)), whole.length)
        .recover(e -> Flow.failed(e instanceof ValueTooLargeException ? longer() : e))
        .map(
            values -> {
              int to = 0;
              for (AttributeValue value : values) {
                byte[] piece = bytes(value);
                if (piece.length > whole.length - to) {
                  throw longer();
                }
                System.arraycopy(piece, 0, whole, to, piece.length);
                to += piece.length;
              }
              if (to != whole.length) {
                throw new CorruptValueException("Its chunks are shorter than what was written.");
              }
              return whole;
            });
  }

  private static CorruptValueException longer() {
    return new CorruptValueException("Its chunks are longer than what was written.");
  }

  /**
   * Reads the chunks of a payload in the layout of AWS's text, as they are stored.
   *
   * @param bytesMax fails with a {@link ValueTooLargeException} if they have more
   */
  public Flow<List<AttributeValue>> readSeed(Parent parent, PayloadRef payload, long bytesMax) {
    return Flow.defer(
        () -> {
          ChunkRows rows = new ChunkRows(table, schema, parent, payload);
          ByteCount count = new ByteCount(bytesMax);
          List<Flow<List<AttributeValue>>> reads = new ArrayList<>();
          for (Range range :
              Slices.of(payload.chunks(), ChunkTableSpec.CHUNK_BYTES_MAX, Batches.READS_MAX)) {
            reads.add(
                Flow.defer(() -> readRows(rows, range.first(), range.last()).map(count::counted)));
          }
          return Flow.all(reads, widthMax)
              .map(parts -> parts.stream().flatMap(List::stream).toList());
        });
  }

  private Flow<List<AttributeValue>> readRows(ChunkRows rows, int first, int last) {
    return Batches.get(
            table.tableName(),
            IntStream.rangeClosed(first, last).mapToObj(rows::key).toList(),
            rows::identity)
        .map(
            found ->
                IntStream.rangeClosed(first, last)
                    .mapToObj(number -> ChunkAnswers.data(found, rows, number))
                    .toList());
  }

  /** Deletes the chunks of a payload; those that are not there are no matter. */
  public Flow<Done> remove(Parent parent, PayloadRef payload) {
    ChunkRows rows = new ChunkRows(table, schema, parent, payload);
    if (payload.chunks() == 0) {
      return ChunkProbe.removeAll(table, rows);
    }
    return Flow.all(
            Slices.of(payload.chunks(), 1, Batches.WRITES_MAX).stream()
                .map(
                    range ->
                        Flow.defer(
                            () ->
                                Batches.delete(
                                    table.tableName(),
                                    IntStream.rangeClosed(range.first(), range.last())
                                        .mapToObj(rows::key)
                                        .toList())))
                .toList(),
            widthMax)
        .map(done -> Done.DONE);
  }

  private ChunkRows rows(Parent parent, Marker marker) {
    return new ChunkRows(table, schema, parent, requireNonNull(PayloadRef.of(marker)));
  }

  static byte[] bytes(AttributeValue value) {
    if (value.b() != null) {
      return value.b().asByteArrayUnsafe();
    }
    if (value.s() != null) {
      return value.s().getBytes(StandardCharsets.UTF_8);
    }
    throw new CorruptValueException("A chunk holds no bytes.");
  }
}
