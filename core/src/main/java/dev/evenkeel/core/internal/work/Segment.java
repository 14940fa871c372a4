package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.item.KeyOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A part of a table that one worker reads at a time, page by page, in one order. */
public sealed interface Segment {

  /** Names it within its job: letters, digits and points. */
  String id();

  /**
   * The items of one partition key, or a range of them. It can be split anywhere: ranges are half
   * open, so that any bound leaves each item in one part.
   *
   * @param partition the partition key as it is stored
   * @param from the least sort key; null for the first there is
   * @param to the sort key before which it ends; null for the last there is
   */
  record KeyRange(
      String id,
      AttributeValue partition,
      @Nullable AttributeValue from,
      @Nullable AttributeValue to)
      implements Segment {

    /** What is left of it if it is split. */
    KeyRange until(Bound bound) {
      return new KeyRange(id, partition, from, bound.value());
    }

    /** The rest of it if it is split. */
    KeyRange since(Bound bound, String restId) {
      return new KeyRange(restId, partition, bound.value(), to);
    }
  }

  /**
   * Where a range is split.
   *
   * @param sortKey its name
   * @param value the least sort key of the second part
   */
  record Bound(String sortKey, AttributeValue value) {

    /** Whether what comes after a key is on both sides of it. */
    boolean isAbove(@Nullable Map<String, AttributeValue> after) {
      return after == null || KeyOrder.of(value).compare(after.get(sortKey), value) < 0;
    }
  }

  /**
   * A segment of a scan. It cannot be split: DynamoDB documents nothing about which items are in
   * which segment, so that only another scan of the whole table could be cut finer. Cut scans into
   * many more segments than there are workers from the beginning.
   *
   * @param number from 0
   * @param of how many there are
   */
  record Scan(String id, int number, int of) implements Segment {
    public Scan {
      requireNumber(number, of);
    }
  }

  /**
   * A part of one of several sources that a pass reads, such as one of the tables, a listing or a
   * file. Whoever cuts the sources knows what is in a part. It cannot be split.
   *
   * @param source its name, which no other source of the pass has
   * @param number from 0
   * @param of how many parts the source has
   */
  record Part(String id, String source, int number, int of) implements Segment {
    public Part {
      requireNumber(number, of);
    }
  }

  private static void requireNumber(int number, int of) {
    if (number < 0 || number >= of) {
      throw new IllegalArgumentException("there is no segment %d of %d".formatted(number, of));
    }
  }

  /** The parts of some sources, in their order. */
  static List<Segment> parts(Map<String, Integer> sources) {
    List<Segment> segments = new ArrayList<>();
    sources.forEach(
        (source, of) -> {
          for (int number = 0; number < of; number++) {
            segments.add(new Part("t%06d".formatted(segments.size()), source, number, of));
          }
        });
    return segments;
  }

  /** A segment for each of some partition keys. */
  static List<Segment> partitions(List<AttributeValue> partitions) {
    List<Segment> segments = new ArrayList<>();
    for (AttributeValue partition : partitions) {
      segments.add(new KeyRange("p%06d".formatted(segments.size()), partition, null, null));
    }
    return segments;
  }

  /** The segments of a scan. */
  static List<Segment> scan(int of) {
    return scan("s", of);
  }

  /**
   * The segments of a scan beside another one.
   *
   * @param name begins their names
   */
  static List<Segment> scan(String name, int of) {
    List<Segment> segments = new ArrayList<>();
    for (int number = 0; number < of; number++) {
      segments.add(new Scan("%s%06d".formatted(name, number), number, of));
    }
    return segments;
  }
}
