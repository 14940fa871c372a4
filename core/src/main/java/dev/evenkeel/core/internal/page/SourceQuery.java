package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.ReadCapacity;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * One source of a merge: the request that reads it from where the page starts.
 *
 * @param request complete but for its limit
 * @param wanted rows that fail it are dropped: they are there only because a key condition cannot
 *     say an open interval with two ends
 * @param lastPossible whether nothing can follow a key, so that it must not be sent as a start key
 * @param startKey the exclusive start key after a row or a last evaluated key of this source
 */
public record SourceQuery(
    QueryRequest request,
    Predicate<Map<String, AttributeValue>> wanted,
    Predicate<Map<String, AttributeValue>> lastPossible,
    UnaryOperator<Map<String, AttributeValue>> startKey) {

  /** The same source, asked as {@code other} says: with its settings and what it is to report. */
  SourceQuery askingAs(QueryRequest other) {
    QueryRequest asked =
        request.toBuilder()
            .overrideConfiguration(other.overrideConfiguration().orElse(null))
            .returnConsumedCapacity(other.returnConsumedCapacityAsString())
            .build();
    return new SourceQuery(asked, wanted, lastPossible, startKey);
  }

  /** Whether the caller wants to know the capacity used. */
  boolean asksCapacity() {
    ReturnConsumedCapacity asked = request.returnConsumedCapacity();
    return asked != null && asked != ReturnConsumedCapacity.NONE;
  }

  /**
   * A request for rows.
   *
   * @param measured whether the answer must tell its read units, since its rows do not tell how
   *     large they are; it costs nothing, and what the caller did not ask for is not passed on
   */
  QueryRequest.Builder next(boolean measured) {
    QueryRequest.Builder next = request.toBuilder();
    return measured && !asksCapacity()
        ? next.returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        : next;
  }

  /**
   * The evaluated size of an answer.
   *
   * @param returnedBytes the size of its items
   * @param asStored whether they come as they are stored, and all of them
   */
  Evaluated evaluated(QueryResponse answer, long returnedBytes, boolean asStored) {
    int returned = answer.items().size();
    return Evaluated.of(
        answer.scannedCount() == null ? returned : Math.max(answer.scannedCount(), returned),
        returnedBytes,
        asStored ? null : answer.consumedCapacity(),
        request.consistentRead());
  }

  /**
   * The rows and bytes that DynamoDB evaluated for an answer; with a filter, a projection or a
   * count far more than it returned.
   *
   * @param rows how many
   * @param bytes how large they are
   * @param returnedBytes how large what came back is
   */
  public record Evaluated(long rows, long bytes, long returnedBytes) {
    /** Nothing. */
    public static final Evaluated NONE = new Evaluated(0, 0, 0);

    /**
     * The evaluation of an answer, by its rows if they come as they are stored, else by the read
     * units. These are reported in blocks of 4 KB: half a block is taken off, since the last one is
     * not full. Without reported units, only the returned rows are counted.
     *
     * @param rows how many
     * @param returnedBytes how large what came back is
     * @param used null if rows come as they are stored, and all of them
     */
    public static Evaluated of(
        long rows,
        long returnedBytes,
        @Nullable ConsumedCapacity used,
        @Nullable Boolean consistent) {
      if (rows == 0 || used == null || used.capacityUnits() == null) {
        return new Evaluated(rows, returnedBytes, returnedBytes);
      }
      double blocks = used.capacityUnits() * (Boolean.TRUE.equals(consistent) ? 1 : 2);
      long bytes = (long) (blocks * ReadCapacity.BLOCK_BYTES) - ReadCapacity.BLOCK_BYTES / 2;
      return new Evaluated(rows, Math.max(bytes, returnedBytes), returnedBytes);
    }

    Evaluated plus(Evaluated other) {
      return new Evaluated(
          rows + other.rows, bytes + other.bytes, returnedBytes + other.returnedBytes);
    }

    /** Bytes of a row; 0 if there was none. */
    long rowBytes() {
      return rows == 0 ? 0 : Math.max(1, bytes / rows);
    }
  }

  /** Sends the requests of a page. */
  @FunctionalInterface
  public interface SourceReader {
    /** Each as it is. */
    SourceReader PLAIN = (source, request) -> TableCall.query(request);

    /**
     * Sends a request.
     *
     * @param source the place of the source among all
     */
    Flow<QueryResponse> read(int source, QueryRequest request);
  }
}
