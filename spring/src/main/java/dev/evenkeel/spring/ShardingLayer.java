package dev.evenkeel.spring;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.sharding.ShardingClientBuilder;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ReadAheadLimits;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.spring.EvenkeelProperties.Index;
import dev.evenkeel.spring.EvenkeelProperties.ReadAhead;
import dev.evenkeel.spring.EvenkeelProperties.ShardedTable;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The layer of sharding. The spec of a series is that of all its period tables. */
record ShardingLayer(
    List<ShardingSpec> specs,
    List<CounterSpec> counters,
    TableFamilies families,
    ReadAheadLimits readAhead,
    ClientThreads threads,
    List<DecoratorListener> listeners,
    List<DecoratorCustomizer<ShardingClientBuilder<?>>> customizers)
    implements Layer {
  /** The limits of {@code evenkeel.read-ahead}. */
  static ReadAheadLimits limits(ReadAhead readAhead) {
    return readAhead.enabled()
        ? new ReadAheadLimits(
            readAhead.querySize().toBytes(),
            readAhead.clientSize().toBytes(),
            readAhead.timeToLive())
        : ReadAheadLimits.NOTHING;
  }

  /** The spec of an entry of {@code evenkeel.sharding}. */
  static ShardingSpec spec(ShardedTable table, Setting entry) {
    KeyAttribute partition = Layer.key(entry, "partition-key", table.partitionKey());
    ShardingSpec.Builder spec =
        ShardingSpec.builder(entry.required("table-name", table.tableName()))
            .partitionKey(partition.name(), partition.type())
            .shards(entry.required("shards", table.shards()));
    if (table.sortKey() != null) {
      KeyAttribute sort = Layer.key(entry, "sort-key", table.sortKey());
      spec.sortKey(sort.name(), sort.type());
    }
    List<String> hashOf = table.hashOf();
    if (!hashOf.isEmpty()) {
      String[] others = hashOf.subList(1, hashOf.size()).toArray(new String[0]);
      spec.selector(ShardSelector.hashOf(hashOf.get(0), others));
    }
    if (table.separator() != null) {
      spec.suffixFormat(SuffixFormat.DEFAULT.withSeparator(table.separator()));
    }
    if (table.maxProbe() != null) {
      spec.maxProbe(table.maxProbe());
    }
    indexes(entry.child("global-indexes"), table.globalIndexes(), spec, true);
    indexes(entry.child("local-indexes"), table.localIndexes(), spec, false);
    return spec.build();
  }

  private static void indexes(
      Setting setting, List<Index> indexes, ShardingSpec.Builder spec, boolean global) {
    setting
        .buildAll(
            indexes,
            (index, entry) -> {
              String name = entry.required("index-name", index.indexName());
              if (global && index.sortKey() == null) {
                return spec.globalIndex(name);
              }
              KeyAttribute sort = Layer.key(entry, "sort-key", index.sortKey());
              return global
                  ? spec.globalIndex(name, sort.name(), sort.type())
                  : spec.localIndex(name, sort.name(), sort.type());
            })
        .forEach(built -> {});
  }

  @Override
  public StackLayer place() {
    return StackLayer.SHARDING;
  }

  @Override
  public List<String> tables() {
    return Stream.concat(
            specs.stream().map(ShardingSpec::tableName),
            counters.stream().map(CounterSpec::tableName))
        .toList();
  }

  @Override
  public DynamoDbClient over(DynamoDbClient below) {
    return configured(ShardingDynamoDbClient.builder(below)).build();
  }

  @Override
  public DynamoDbAsyncClient over(DynamoDbAsyncClient below) {
    return configured(ShardingDynamoDbAsyncClient.builder(below)).build();
  }

  private <B extends ShardingClientBuilder<B>> B configured(B builder) {
    for (ShardingSpec spec : specs) {
      Predicate<String> family = families.tablesOf(spec.tableName());
      if (family == null) {
        builder.table(spec);
      } else {
        builder.tables(family, spec);
      }
    }
    counters.forEach(builder::counter);
    builder.readAhead(readAhead);
    builder.threads(threads);
    listeners.forEach(builder::listener);
    customizers.forEach(customizer -> customizer.customize(builder));
    return builder;
  }

  @Override
  public List<TableCheck> checks() {
    return Stream.concat(
            specs.stream()
                .flatMap(
                    spec ->
                        families.servingNow(spec.tableName()).stream()
                            .map(table -> new TableCheck(table, spec::mismatchesOf))),
            counters.stream().map(counter -> TableCheck.isThere(counter.tableName())))
        .toList();
  }
}
