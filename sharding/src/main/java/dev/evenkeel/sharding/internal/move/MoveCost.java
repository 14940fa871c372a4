package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.WriteCapacity;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
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
 * @param indexes how many the table has
 * @param indexUnits for writes in these, at most
 */
public record MoveCost(
    long read,
    long readBytes,
    long items,
    long bytes,
    double writeUnits,
    long unfit,
    int indexes,
    double indexUnits) {
  private MoveCost plus(MovePass pass, MoveIndexes its, Map<String, AttributeValue> item) {
    long size = ItemSize.bytes(item);
    boolean isUnfit = pass.unfit(item, its, PlaceBytes.NONE) != null;
    boolean moves = !isUnfit && pass.isLeft(item);
    return new MoveCost(
        read + 1,
        readBytes + size,
        items + (moves ? 1 : 0),
        bytes + (moves ? size : 0),
        writeUnits + (moves ? MoveTask.units(item) : 0),
        unfit + (isUnfit ? 1 : 0),
        indexes,
        indexUnits + (moves ? its.units(item) : 0));
  }

  /** Reads all items of the key that would move, at a pace. */
  static Flow<MoveCost> counted(
      MovePass pass, MoveIndexes indexes, double rate, LongSupplier nanos) {
    CapacityPace pace =
        Double.isInfinite(rate) ? CapacityPace.unlimited() : CapacityPace.perSecond(rate);
    MoveCost none = new MoveCost(0, 0, 0, 0, 0, 0, indexes.all().size(), 0);
    PacedFlows paced = new PacedFlows(pace, nanos);
    return counted(pass, indexes, paced, pass.cut(false, 1), null, none);
  }

  private static Flow<MoveCost> counted(
      MovePass pass,
      MoveIndexes indexes,
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
                all = all.plus(pass, indexes, item);
              }
              Map<String, AttributeValue> last = page.lastEvaluatedKey();
              return last.isEmpty()
                  ? counted(pass, indexes, paced, places.subList(1, places.size()), null, all)
                  : counted(pass, indexes, paced, places, last, all);
            });
  }

  /** By what DynamoDB says of the table, which is up to six hours old. */
  static MoveCost described(TableDescription table) {
    long count = table.itemCount() == null ? 0 : table.itemCount();
    long size = table.tableSizeBytes() == null ? 0 : table.tableSizeBytes();
    double each = count == 0 ? 0 : Math.ceil((double) size / count / WriteCapacity.BLOCK_BYTES);
    return new MoveCost(
        count,
        size,
        count,
        size,
        MoveTask.MOVE_UNITS * count * each,
        0,
        MoveIndexes.of(table).all().size(),
        MoveIndexes.units(table));
  }
}
