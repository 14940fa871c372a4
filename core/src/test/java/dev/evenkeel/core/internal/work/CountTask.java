package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Counts items.
 *
 * @param places how many partition keys to read one after the other; 0 for a scan
 * @param limit items of a page
 * @param onlyReads whether it says so
 */
record CountTask(SegmentReads reads, int places, int limit, boolean onlyReads)
    implements SegmentTask {

  CountTask(SegmentReads reads, int places, int limit) {
    this(reads, places, limit, false);
  }

  @Override
  public List<Segment> cut(int segments) {
    return places == 0
        ? Segment.scan(segments)
        : Segment.partitions(
            IntStream.range(0, places).mapToObj(i -> AttributeValue.fromS("p" + i)).toList());
  }

  @Override
  public Flow<Page> page(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    int items = Math.min(limit, turn.itemsMax());
    return reads.page(segment, after, items) instanceof QueryRequest query
        ? turn.pace()
            .paced(TableCall.query(query))
            .map(page -> page(page.items(), page.lastEvaluatedKey()))
        : turn.pace()
            .paced(TableCall.scan((ScanRequest) reads.page(segment, after, items)))
            .map(page -> page(page.items(), page.lastEvaluatedKey()));
  }

  private static Page page(
      List<Map<String, AttributeValue>> items, Map<String, AttributeValue> next) {
    return new Page(
        next.isEmpty() ? null : next,
        items.stream().map(item -> Tally.item(1, hash(item))).reduce(Tally.NONE, Tally::plus));
  }

  static BigInteger hash(Map<String, AttributeValue> item) {
    return BigInteger.valueOf(item.get("pk").s().hashCode())
        .shiftLeft(100)
        .add(new BigInteger(item.get("sk").n()).pow(2));
  }

  /**
   * The same, and an event before each page.
   *
   * @param instead of each page, unless null
   */
  SegmentTask after(Runnable event, @Nullable Flow<Page> instead) {
    return new SegmentTask() {
      @Override
      public List<Segment> cut(int segments) {
        return CountTask.this.cut(segments);
      }

      @Override
      public boolean onlyReads() {
        return CountTask.this.onlyReads();
      }

      @Override
      public Flow<Page> page(
          Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
        event.run();
        return instead == null ? CountTask.this.page(segment, after, turn) : instead;
      }

      @Override
      public boolean isWithin(Segment.KeyRange segment, Map<String, AttributeValue> next) {
        return CountTask.this.isWithin(segment, next);
      }
    };
  }

  @Override
  public Flow<Optional<Segment.Bound>> middle(
      Segment.KeyRange segment, @Nullable Map<String, AttributeValue> after) {
    return reads.middle(segment, after);
  }

  @Override
  public boolean isWithin(Segment.KeyRange segment, Map<String, AttributeValue> next) {
    return reads.isWithin(segment, next);
  }
}
