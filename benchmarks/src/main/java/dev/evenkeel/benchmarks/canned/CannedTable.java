package dev.evenkeel.benchmarks.canned;

import dev.evenkeel.core.internal.page.SortKeyRange.Bound;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A table that answers Query as DynamoDB does: rows in sort-key order, pages that end at the limit
 * or at 1 MiB evaluated, read units rounded up to 4 KB per request. It holds the ranks of its rows
 * only; each row is made when it is asked for, always the same, and is {@value #ROW_BYTES} bytes as
 * DynamoDB counts them if not told otherwise.
 */
public final class CannedTable {
  public static final String NAME = "events";
  public static final String PARTITION_KEY = "day";
  public static final String SORT_KEY = "at";
  public static final int ROW_BYTES = 200;

  public static final String BODY = "body";

  /** A filter that drops every row. */
  public static final String NO_ROW = "attribute_not_exists(" + BODY + ")";

  private static final long PAGE_BYTES_MAX = 1L << 20;
  private static final int[] NONE = {};

  private final IdSet ids;
  private final Map<String, int[]> partitions;
  private final int rowBytes;
  private final Map<Integer, String> bodies = new ConcurrentHashMap<>();
  private final Tally tally = new Tally();

  /**
   * @param partitions the ranks, ascending, that each physical partition key holds
   */
  public CannedTable(IdSet ids, Map<String, int[]> partitions) {
    this(ids, partitions, ROW_BYTES);
  }

  /** A table of larger rows. */
  public CannedTable(IdSet ids, Map<String, int[]> partitions, int rowBytes) {
    this.rowBytes = rowBytes;
    this.ids = ids;
    this.partitions = Map.copyOf(partitions);
  }

  /** What has been asked of this table. */
  public Tally tally() {
    return tally;
  }

  /** The sort key at a rank. */
  public String id(int rank) {
    return ids.id(rank);
  }

  /** The row at a rank, as it is stored. */
  public Map<String, AttributeValue> row(String partition, int rank) {
    return Map.of(
        PARTITION_KEY, AttributeValue.fromS(partition),
        SORT_KEY, AttributeValue.fromS(id(rank)),
        BODY, AttributeValue.fromS(body(partition)));
  }

  /** Text that makes up a row's bytes. */
  String body(String partition) {
    return bodies.computeIfAbsent(
        partition.length(),
        length -> {
          Map<String, AttributeValue> rest =
              Map.of(
                  PARTITION_KEY, AttributeValue.fromS("x".repeat(length)),
                  SORT_KEY, AttributeValue.fromS(id(0)),
                  BODY, AttributeValue.fromS(""));
          return "x".repeat(rowBytes - (int) ItemSize.bytes(rest));
        });
  }

  /** The text of an attribute that is sure to be there. */
  public static String string(Map<String, AttributeValue> attributes, String name) {
    AttributeValue value = attributes.get(name);
    if (value == null) {
      throw new IllegalArgumentException("there is no '" + name + "' in " + attributes.keySet());
    }
    return value.s();
  }

  CannedPage query(Asked asked) {
    int[] ranks = partitions.getOrDefault(asked.partition(), NONE);
    int low = lowest(ranks, asked);
    int high = highest(ranks, asked);
    int most = Math.min(asked.limit(), (int) ((PAGE_BYTES_MAX + rowBytes - 1) / rowBytes));
    int count = Math.min(Math.max(0, high - low + 1), most);
    CannedPage page =
        new CannedPage(
            asked.partition(),
            count,
            i -> asked.forward() ? ranks[low + i] : ranks[high - i],
            count == most,
            units(asked, count));
    tally.add(page);
    return page;
  }

  private double units(Asked asked, int rows) {
    ReadCapacity capacity = asked.consistent() ? ReadCapacity.STRONG : ReadCapacity.EVENTUAL;
    return capacity.page((long) rows * rowBytes).asDouble();
  }

  /** The first place in {@code ranks} that is wanted. */
  private int lowest(int[] ranks, Asked asked) {
    int byRange = firstWithin(ranks, asked.range().lower());
    String after = asked.forward() ? asked.after() : null;
    return after == null ? byRange : Math.max(byRange, firstAfter(ranks, after));
  }

  /** The last place in {@code ranks} that is wanted. */
  private int highest(int[] ranks, Asked asked) {
    int byRange = lastWithin(ranks, asked.range().upper());
    String after = asked.forward() ? null : asked.after();
    return after == null ? byRange : Math.min(byRange, firstNotBefore(ranks, after) - 1);
  }

  private int firstWithin(int[] ranks, @Nullable Bound lower) {
    if (lower == null) {
      return 0;
    }
    String id = lower.value().s();
    return lower.inclusive() ? firstNotBefore(ranks, id) : firstAfter(ranks, id);
  }

  private int lastWithin(int[] ranks, @Nullable Bound upper) {
    if (upper == null) {
      return ranks.length - 1;
    }
    String id = upper.value().s();
    return (upper.inclusive() ? firstAfter(ranks, id) : firstNotBefore(ranks, id)) - 1;
  }

  private int firstAfter(int[] ranks, String id) {
    int place = firstNotBefore(ranks, id);
    return place < ranks.length && id(ranks[place]).equals(id) ? place + 1 : place;
  }

  private int firstNotBefore(int[] ranks, String id) {
    int low = 0;
    int high = ranks.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (id(ranks[middle]).compareTo(id) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
