package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.item.KeySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A table of counters, each of which is spread over shards: votes, hits, stock. Immutable.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#counter -->
 *
 * <pre>{@code
 * CounterSpec votes =
 *     CounterSpec.builder("votes").partitionKey("candidate").summed("count").shards(8).build();
 * }</pre>
 *
 * <p>A counter is an item with numbers in it that are only ever added to. An {@code ADD} goes to
 * one of the counter's rows, drawn anew each time, at the cost of one write; a read sums all rows.
 * So a counter takes about 1,000 additions a second for each of its shards, and reading it costs
 * half a read unit per row, or one if consistent.
 *
 * <p>The key, the suffix format and the shard counts are part of the table's on-disk format. One
 * change is safe on a table that holds counts: raising a count of two or more, since every row that
 * was written stays among those that are read. Give it to all readers before the first writer, or
 * let {@link dev.evenkeel.sharding.LayoutEditor#raise} do so while clients work. Another summed
 * attribute may be added at any time.
 */
public final class CounterSpec {
  private final SpecDraft settings;
  private final KeySchema logicalKey;
  private final Set<String> summed;

  private CounterSpec(SpecDraft settings, KeySchema logicalKey, Set<String> summed) {
    this.settings = settings;
    this.logicalKey = logicalKey;
    this.summed = summed;
  }

  /**
   * Starts a spec.
   *
   * @param tableName the table's name, or its ARN, which also names the account
   */
  public static Builder builder(String tableName) {
    return new Builder(tableName);
  }

  public String tableName() {
    return settings.tableName;
  }

  /** The key of a counter as callers see it; without a sort key if the table has none. */
  public KeySchema logicalKey() {
    return logicalKey;
  }

  /** Over how many rows each logical partition key's counters are spread. */
  public ShardCounts shardCounts() {
    return settings.shardCounts;
  }

  /** The selector of an addition's shard. */
  public ShardSelector selector() {
    return Objects.requireNonNull(settings.selector);
  }

  public SuffixFormat suffixFormat() {
    return settings.suffixFormat;
  }

  /** The attributes that are added to, and summed when they are read. */
  public Set<String> summed() {
    return summed;
  }

  /** Where the layout of the table is looked up; null if this spec alone says it. */
  public @Nullable LayoutSource layoutSource() {
    return settings.layoutSource;
  }

  /** Names everything that decides where rows are; two specs that differ in it do not mix. */
  public String layoutId() {
    List<String> parts = new ArrayList<>(List.of("counter"));
    logicalKey.partition().forEach(key -> parts.add(key.name() + ":" + key.type()));
    logicalKey.sort().forEach(key -> parts.add(key.name() + ":" + key.type()));
    parts.add(settings.shardCounts.id());
    parts.add(settings.suffixFormat.id());
    return String.join("|", parts);
  }

  /**
   * The same spec of another table: what a client makes of it for each table of a family.
   *
   * @param nameOrArn the other table's name, or its ARN
   */
  public CounterSpec forTable(String nameOrArn) {
    return new CounterSpec(settings.copyFor(nameOrArn), logicalKey, summed);
  }

  @Override
  public String toString() {
    return "CounterSpec[" + tableName() + "|" + layoutId() + "|" + List.copyOf(summed) + "]";
  }

  /**
   * Collects a spec. Required: {@link #partitionKey}, {@link #shards}, {@link #summed}. Defaults:
   * no sort key, shards drawn at random, the suffix format {@link SuffixFormat#DEFAULT}.
   */
  public static final class Builder {
    final SpecDraft settings;
    final List<String> summed = new ArrayList<>();

    private Builder(String tableName) {
      this.settings = new SpecDraft(tableName);
      settings.selector = ShardSelector.random();
    }

    /** The partition key attribute, a string. */
    public Builder partitionKey(String attribute) {
      return partitionKey(attribute, ScalarAttributeType.S);
    }

    /**
     * The partition key attribute, of the type callers see. The attribute of an N key is of type S
     * in the table, since a number cannot carry a suffix; of an S or B key it stays as it is.
     */
    public Builder partitionKey(String attribute, ScalarAttributeType type) {
      settings.partitionKey = attribute;
      settings.partitionType = type;
      return this;
    }

    /** The sort key attribute, a string. Leave it out if the table has none. */
    public Builder sortKey(String attribute) {
      return sortKey(attribute, ScalarAttributeType.S);
    }

    /** The sort key attribute. Leave it out if the table has none. */
    public Builder sortKey(String attribute, ScalarAttributeType type) {
      settings.sortKey = attribute;
      settings.sortType = type;
      return this;
    }

    /**
     * Over how many rows each counter is spread, 1..{@value ShardingSpec#SHARDS_MAX}. With 1 it is
     * stored as one row without a suffix, and counts as the others do.
     */
    public Builder shards(int count) {
      settings.shardCounts = settings.shardCounts.withDefault(Pieces.shards(count));
      return this;
    }

    /** Sets another count for some logical keys; the first rule that applies counts. */
    public Builder shards(KeyRule rule) {
      settings.shardCounts = settings.shardCounts.with(rule);
      return this;
    }

    /**
     * The selector of an addition's shard: {@link ShardSelector#random()} by default, {@link
     * ShardSelector#rotating()}, or a drawn selector of your own.
     */
    public Builder selector(ShardSelector drawn) {
      settings.selector = drawn;
      return this;
    }

    public Builder suffixFormat(SuffixFormat format) {
      settings.suffixFormat = format;
      return this;
    }

    /**
     * Has the layout of the table looked up in a record, so that {@link #shards(int)} can be raised
     * while clients work. The client that sends needs a {@link dev.evenkeel.sharding.LayoutGuard}.
     */
    public Builder layoutFrom(LayoutSource store) {
      settings.layoutSource = store;
      return this;
    }

    /** Attributes that are added to; may be called more than once. */
    public Builder summed(String attribute, String... more) {
      summed.add(attribute);
      summed.addAll(List.of(more));
      return this;
    }

    /**
     * Checks the whole spec.
     *
     * @throws IllegalArgumentException listing every problem at once
     */
    public CounterSpec build() {
      KeySchema key = settings.soundKey("CounterSpec", CounterProblems.of(settings, summed));
      return new CounterSpec(settings.copy(), key, Set.copyOf(summed));
    }
  }
}
