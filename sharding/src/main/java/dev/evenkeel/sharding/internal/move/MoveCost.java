package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.item.ItemSize;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * What a move will cost.
 *
 * @param read items that have to be read
 * @param readBytes of these
 * @param items that will move
 * @param bytes of these
 * @param writeUnits for moving them
 * @param unfit how many cannot be moved
 */
public record MoveCost(
    long read, long readBytes, long items, long bytes, double writeUnits, long unfit) {
  private static final MoveCost NONE = new MoveCost(0, 0, 0, 0, 0, 0);
  private static final double UNIT_BYTES = 1024;

  private MoveCost plus(MovePass pass, Map<String, AttributeValue> item) {
    long size = ItemSize.bytes(item);
    boolean isUnfit = pass.isUnfit(item, PlaceBytes.NONE);
    boolean moves = !isUnfit && pass.isLeft(item);
    return new MoveCost(
        read + 1,
        readBytes + size,
        items + (moves ? 1 : 0),
        bytes + (moves ? size : 0),
        writeUnits + (moves ? MoveTask.units(item) : 0),
        unfit + (isUnfit ? 1 : 0));
  }

  /** Reads all items of the key that would move, at a pace. */
  static Flow<MoveCost> counted(MovePass pass, double rate, LongSupplier nanos) {
    CapacityPace pace =
        Double.isInfinite(rate) ? CapacityPace.unlimited() : CapacityPace.perSecond(rate);
    return counted(pass, new PacedFlows(pace, nanos), pass.cut(false, 1), null, NONE);
  }

  private static Flow<MoveCost> counted(
      MovePass pass,
      PacedFlows paced,
      List<Segment> places,
      @Nullable Map<String, AttributeValue> after,
      MoveCost before) {
    if (places.isEmpty()) {
      return Flow.of(before);
    }
    QueryRequest query = (QueryRequest) pass.reads(places.get(0)).page(places.get(0), after, null);
    return paced
        .paced(TableCall.query(query))
        .then(
            page -> {
              MoveCost all = before;
              for (Map<String, AttributeValue> item : page.items()) {
                all = all.plus(pass, item);
              }
              Map<String, AttributeValue> last = page.lastEvaluatedKey();
              return last.isEmpty()
                  ? counted(pass, paced, places.subList(1, places.size()), null, all)
                  : counted(pass, paced, places, last, all);
            });
  }

  /** By what DynamoDB says of the table, which is up to six hours old. */
  static Flow<MoveCost> described(String table) {
    return TableCall.describe(DescribeTableRequest.builder().tableName(table).build())
        .map(answer -> of(answer.table()));
  }

  private static MoveCost of(TableDescription table) {
    long count = table.itemCount() == null ? 0 : table.itemCount();
    long size = table.tableSizeBytes() == null ? 0 : table.tableSizeBytes();
    double each = count == 0 ? 0 : Math.ceil((double) size / count / UNIT_BYTES);
    return new MoveCost(count, size, count, size, MoveTask.MOVE_UNITS * count * each, 0);
  }
}
