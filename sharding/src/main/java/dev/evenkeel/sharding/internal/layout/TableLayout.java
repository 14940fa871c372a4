package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.sharding.internal.layout.KeyShards.PieceBeingAdded;
import dev.evenkeel.sharding.internal.layout.KeyShards.Reserved;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardCounts;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The layout of a table by its record, beyond the spec.
 *
 * @param keys the logical keys that have pieces of their own
 * @param shards of all other keys of which no rule says them; 0 for as many as the spec says
 * @param coming the piece that is about to be added to a key; null if none is
 * @param raises the shard counts that were raised, by {@linkplain #ITEMS scope}
 * @param reserved the shards whose places no other key may take
 * @param era moves up when items begin to be moved, and when that ends. A start key that names a
 *     place is of one era
 * @param table that holds the items, where they were moved to another; null for the one that
 *     callers name
 */
public record TableLayout(
    Map<AttributeValue, Pieces> keys,
    int shards,
    @Nullable PieceBeingAdded coming,
    Map<String, Raise> raises,
    Reserved reserved,
    int era,
    @Nullable OtherTable table) {

  public TableLayout {
    keys = Map.copyOf(keys);
    raises = Map.copyOf(raises);
  }

  /** The scope of all items, or counters, of which no key rule says the count. */
  public static final String ITEMS = "items";

  private static final String INDEX = "index ";

  /** From one move to the next: no items move, items move, a scan reads the new places of those. */
  private static final int ERAS = 3;

  /** The layout of a table that is as its spec says. */
  public static final TableLayout NONE = of(Map.of(), null);

  /** The scope of a sharded index. */
  public static String scopeOf(String index) {
    return INDEX + index;
  }

  /**
   * A shard count that was raised. Readers have the last count while writers may still have the one
   * before it, so that nothing is written where a client does not look.
   *
   * @param counts all that there were, ascending; the first is the spec's
   * @param writers the count that writers draw from: the last, or the one before it
   */
  public record Raise(List<Integer> counts, int writers) {

    public Raise {
      List<Integer> all = List.copyOf(counts);
      counts = all;
      boolean ascends = IntStream.range(1, all.size()).allMatch(i -> all.get(i - 1) < all.get(i));
      int last = counts.size() - 1;
      if (last < 1
          || !ascends
          || counts.get(0) < 2
          || counts.get(last) > ShardingSpec.SHARDS_MAX
          || counts.lastIndexOf(writers) < last - 1) {
        throw new IllegalArgumentException(
            "Counts %s of which writers have %d were not raised one by one."
                .formatted(counts, writers));
      }
    }

    public int readers() {
      return counts.get(counts.size() - 1);
    }

    /** Whether writers have the last count, too. */
    public boolean isDone() {
      return writers == readers();
    }
  }

  /** A layout without raises and reserved shards. */
  public static TableLayout of(Map<AttributeValue, Pieces> keys, @Nullable PieceBeingAdded coming) {
    return new TableLayout(keys, 0, coming, Map.of(), Reserved.NONE, 0, null);
  }

  /** The same with other pieces of a key. */
  public TableLayout with(AttributeValue key, Pieces pieces) {
    Map<AttributeValue, Pieces> all = new HashMap<>(keys);
    all.put(key, pieces);
    return new TableLayout(all, shards, coming, raises, reserved, era, table);
  }

  /** The same with another raised count of a scope. */
  public TableLayout with(String scope, Raise raise) {
    Map<String, Raise> all = new HashMap<>(raises);
    all.put(scope, raise);
    return new TableLayout(keys, shards, coming, all, reserved, era, table);
  }

  /** The same with more {@linkplain Reserved#with reserved shards}. */
  public TableLayout reserving(@Nullable AttributeValue key, int count) {
    return new TableLayout(keys, shards, coming, raises, reserved.with(key, count), era, table);
  }

  /**
   * The layout after items have been moved.
   *
   * @param key whose items; null for all that have no pieces or rule of their own
   * @param to their number of shards
   */
  public TableLayout moved(@Nullable AttributeValue key, int to) {
    return key == null
        ? new TableLayout(keys, to, coming, raises, reserved, era, table)
        : with(key, Pieces.shards(to));
  }

  /**
   * The layout after all items have been moved to another table, in which no place was ever taken.
   *
   * @param other null for the table that callers name
   */
  public TableLayout movedInto(@Nullable OtherTable other, int to) {
    return new TableLayout(keys, to, coming, raises, Reserved.NONE, era, other);
  }

  public boolean isEmpty() {
    return keys.isEmpty()
        && shards == 0
        && coming == null
        && raises.isEmpty()
        && reserved.isEmpty()
        && era == 0
        && table == null;
  }

  /** The era after so many moves. */
  public static int era(int movesEnded, boolean moving) {
    return ERAS * movesEnded + (moving ? 1 : 0);
  }

  /** The last era in which no items were moved: this one or the one before. */
  public int eraAtRest() {
    return era - era % ERAS;
  }

  /** The era of what a scan reads while items move, after all that is not at a new place. */
  public int eraOfSecondPass() {
    return eraAtRest() + 2;
  }

  /**
   * The era of the last move, if items of a key may have been moved at all; otherwise the first.
   */
  public int eraOf(AttributeValue key) {
    return shards > 0 || keys.containsKey(key) ? eraAtRest() : 0;
  }

  /** The same layout in another era. */
  public TableLayout in(int other) {
    return new TableLayout(keys, shards, coming, raises, reserved, other, table);
  }

  public KeyShards keyShards(ShardCounts bySpec) {
    Raise items = raises.get(ITEMS);
    if (items != null) {
      return new KeyShards(
          with(bySpec, items.readers()), with(bySpec, items.writers()), coming, reserved, 0);
    }
    ShardCounts counts = shards == 0 ? bySpec.withKeys(keys) : with(bySpec, shards);
    return new KeyShards(counts, counts, coming, reserved, 0);
  }

  private ShardCounts with(ShardCounts bySpec, int count) {
    return new ShardCounts(Pieces.shards(count), bySpec.rules(), keys);
  }

  /**
   * An index as readers have to know it. A spec may have a count that is above those of the record.
   */
  ShardedIndexSpec raised(ShardedIndexSpec index) {
    Raise raise = raises.get(scopeOf(index.name()));
    if (raise == null) {
      return index;
    }
    List<Integer> counts =
        Stream.of(index.earlierShards(), List.of(index.shards()), raise.counts())
            .flatMap(List::stream)
            .sorted()
            .distinct()
            .toList();
    int last = counts.size() - 1;
    return new ShardedIndexSpec(
        index.name(),
        index.partition(),
        index.sort(),
        counts.get(last),
        index.shard(),
        index.first(),
        index.layout(),
        counts.subList(0, last));
  }

  /** The count that numbers of an index are calculated with. */
  int writers(ShardedIndexSpec index) {
    Raise raise = raises.get(scopeOf(index.name()));
    return raise == null ? index.shards() : Math.max(index.shards(), raise.writers());
  }
}
