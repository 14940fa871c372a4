package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.store.ChunkSource.Slices;
import dev.evenkeel.chunking.internal.store.ChunkSource.Slices.Range;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.CorruptValueException;
import dev.evenkeel.chunking.spec.MissingPayloadException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Requests for the rows of one payload: as few as DynamoDB's limits allow, several at a time. */
final class RowRequests {
  private final ChunkTableSpec table;
  private final ChunkRows rows;
  private final int widthMax;

  RowRequests(ChunkTableSpec table, ChunkRows rows, int widthMax) {
    this.table = table;
    this.rows = rows;
    this.widthMax = widthMax;
  }

  /** Which rows share a request, if each is as large as a chunk of this table may be. */
  private List<Range> slices(int chunks) {
    return Slices.of(chunks, table.chunkBytes(), Batches.WRITES_MAX);
  }

  /**
   * Writes rows.
   *
   * @param first the number of the first, counted from 1
   * @param count how many
   * @param data what the row of a number holds; asked for when its request is made
   */
  Flow<Done> write(int first, int count, IntFunction<AttributeValue> data) {
    List<Flow<Done>> writes = new ArrayList<>();
    for (Range range : slices(count)) {
      writes.add(told(Flow.defer(() -> Batches.put(table.tableName(), rows(range, first, data)))));
    }
    return Flow.awaitAll(writes, widthMax).map(done -> Done.DONE);
  }

  private List<Map<String, AttributeValue>> rows(
      Range range, int first, IntFunction<AttributeValue> data) {
    return IntStream.rangeClosed(range.first(), range.last())
        .map(number -> number + first - 1)
        .mapToObj(number -> rows.row(number, data.apply(number)))
        .toList();
  }

  /**
   * What rows hold that fit one answer, in order; fails if one is not there. A row that was written
   * under a name of its own never changes, and is read at half the price where it can be seen.
   */
  Flow<List<AttributeValue>> read(Range range) {
    return read(range, Batches.getUnchanging(table.tableName(), keys(range), rows::identity));
  }

  /** The same of rows that somebody may write over, as programs made for AWS's text may. */
  Flow<List<AttributeValue>> readByHand(Range range) {
    return read(range, Batches.get(table.tableName(), keys(range), rows::identity));
  }

  private Flow<List<AttributeValue>> read(
      Range range, Flow<Map<Object, Map<String, AttributeValue>>> rowsFound) {
    return told(rowsFound)
        .map(
            found ->
                IntStream.rangeClosed(range.first(), range.last())
                    .mapToObj(number -> ChunkAnswers.data(found, rows, number))
                    .toList());
  }

  /** Whether a row is there. It costs what reading it does. */
  Flow<Boolean> isThere(int number) {
    return told(Batches.getKeys(table.tableName(), List.of(rows.key(number)), rows::identity))
        .map(found -> !found.isEmpty());
  }

  /** Deletes the rows from 1 on; those that are not there are no matter. */
  Flow<Done> remove(int count) {
    List<Flow<Done>> removals = new ArrayList<>();
    for (Range range : Slices.of(count, 1, Batches.WRITES_MAX)) {
      removals.add(told(Flow.defer(() -> Batches.delete(table.tableName(), keys(range)))));
    }
    return Flow.awaitAll(removals, widthMax).map(done -> Done.DONE);
  }

  private <T> Flow<T> told(Flow<T> request) {
    return MissingStores.told(table, request);
  }

  private List<Map<String, AttributeValue>> keys(Range range) {
    return IntStream.rangeClosed(range.first(), range.last()).mapToObj(rows::key).toList();
  }

  /** What was found for chunks that were asked for. */
  static final class ChunkAnswers {
    private ChunkAnswers() {}

    static AttributeValue data(
        Map<Object, Map<String, AttributeValue>> found, ChunkRows rows, int number) {
      Map<String, AttributeValue> row = found.get(rows.identity(rows.key(number)));
      if (row == null) {
        throw new MissingPayloadException(
            "Its chunk %d is not there. Restore it from a backup, or remove the value and write it again."
                .formatted(number));
      }
      AttributeValue data = row.get(rows.data());
      if (data == null) {
        throw new CorruptValueException("Its chunk %d holds no data.".formatted(number));
      }
      return data;
    }
  }
}
