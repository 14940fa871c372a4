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
 * only. A row is made when it is asked for, always the same, and is {@value #ROW_BYTES} bytes by
 * default as DynamoDB counts them.
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

  /** The tally of requests to this table. */
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

  CannedPage query(RequestedRows requested) {
    int[] ranks = partitions.getOrDefault(requested.partition(), NONE);
    int low = lowest(ranks, requested);
    int high = highest(ranks, requested);
    int most = Math.min(requested.limit(), (int) ((PAGE_BYTES_MAX + rowBytes - 1) / rowBytes));
    int count = Math.min(Math.max(0, high - low + 1), most);
    CannedPage page =
        new CannedPage(
            requested.partition(),
            count,
            i -> requested.forward() ? ranks[low + i] : ranks[high - i],
            count == most,
            units(requested, count));
    tally.add(page);
    return page;
  }

  private double units(RequestedRows requested, int rows) {
    ReadCapacity capacity = requested.consistent() ? ReadCapacity.STRONG : ReadCapacity.EVENTUAL;
    return capacity.page((long) rows * rowBytes).asDouble();
  }

  /** The first place in {@code ranks} that is wanted. */
  private int lowest(int[] ranks, RequestedRows requested) {
    int byRange = firstWithin(ranks, requested.range().lower());
    String after = requested.forward() ? requested.after() : null;
    return after == null ? byRange : Math.max(byRange, firstAfter(ranks, after));
  }

  /** The last place in {@code ranks} that is wanted. */
  private int highest(int[] ranks, RequestedRows requested) {
    int byRange = lastWithin(ranks, requested.range().upper());
    String after = requested.forward() ? null : requested.after();
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
