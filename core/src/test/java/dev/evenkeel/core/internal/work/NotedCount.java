package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Flow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Counts items, and keeps a note on each page: the number of its items. */
record NotedCount(CountTask count) implements SegmentTask {
  private static final String ITEMS = "items";

  @Override
  public List<Segment> cut(int segments) {
    return count.cut(segments);
  }

  @Override
  public Flow<Page> page(Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
    return count.page(segment, after, turn).map(NotedCount::noted);
  }

  private static Page noted(Page page) {
    String items = Long.toString(page.tally().items());
    return new Page(page.next(), page.tally(), Map.of(ITEMS, AttributeValue.fromN(items)));
  }

  @Override
  public Flow<Optional<Segment.Bound>> middle(
      Segment.KeyRange segment, @Nullable Map<String, AttributeValue> after) {
    return count.middle(segment, after);
  }

  /** The items of all notes. */
  static long items(List<Map<String, AttributeValue>> notes) {
    return notes.stream().mapToLong(note -> Long.parseLong(note.get(ITEMS).n())).sum();
  }
}
