package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.store.Slices.Range;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.CorruptValueException;
import dev.evenkeel.chunking.spec.ValueTooLargeException;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads chunks in the layout of AWS's text, of which nothing says how large each is. */
final class SeedChunks {
  private SeedChunks() {}

  /** Reads a payload of which a marker says how many bytes it has in all. */
  static Flow<byte[]> readInto(byte[] whole, RowRequests requests, int chunks, int widthMax) {
    return read(requests::read, chunks, widthMax, whole.length)
        .recover(e -> Flow.failed(e instanceof ValueTooLargeException ? longer() : e))
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
      throw new CorruptValueException("Its chunks are shorter than what was written.");
    }
    return whole;
  }

  private static CorruptValueException longer() {
    return new CorruptValueException("Its chunks are longer than what was written.");
  }

  /**
   * Reads chunks as they are stored.
   *
   * @param rows reads some of them
   * @param bytesMax fails with a {@link ValueTooLargeException} if they have more
   */
  static Flow<List<AttributeValue>> read(
      Function<Range, Flow<List<AttributeValue>>> rows, int chunks, int widthMax, long bytesMax) {
    return Flow.defer(
        () -> {
          ByteCount count = new ByteCount(bytesMax);
          List<Flow<List<AttributeValue>>> reads = new ArrayList<>();
          for (Range range : Slices.of(chunks, ChunkTableSpec.CHUNK_BYTES_MAX, Batches.READS_MAX)) {
            reads.add(Flow.defer(() -> rows.apply(range).map(count::counted)));
          }
          return Flow.awaitAll(reads, widthMax)
              .map(parts -> parts.stream().flatMap(List::stream).toList());
        });
  }
}
