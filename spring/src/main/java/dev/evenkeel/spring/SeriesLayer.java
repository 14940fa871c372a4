package dev.evenkeel.spring;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.timeseries.TimeSeriesClientBuilder;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Series of period tables. */
record SeriesLayer(
    List<TimeSeriesSpec> specs,
    ObjectProvider<InstantSource> clocks,
    ClientThreads threads,
    List<DecoratorListener> listeners,
    List<DecoratorCustomizer<TimeSeriesClientBuilder<?>>> customizers)
    implements Layer, TableFamilies {
  @Override
  public StackLayer place() {
    return StackLayer.TIME_SERIES;
  }

  @Override
  public List<String> tables() {
    return specs.stream().map(TimeSeriesSpec::tableName).toList();
  }

  @Override
  public DynamoDbClient over(DynamoDbClient below) {
    return configured(TimeSeriesDynamoDbClient.builder(below)).build();
  }

  @Override
  public DynamoDbAsyncClient over(DynamoDbAsyncClient below) {
    return configured(TimeSeriesDynamoDbAsyncClient.builder(below)).build();
  }

  private <B extends TimeSeriesClientBuilder<B>> B configured(B builder) {
    builder.clock(clock());
    specs.forEach(builder::table);
    builder.threads(threads);
    listeners.forEach(builder::listener);
    customizers.forEach(customizer -> customizer.customize(builder));
    return builder;
  }

  /** The table of the present period, if the series has begun. */
  @Override
  public List<TableCheck> checks() {
    return specs.stream()
        .flatMap(
            spec ->
                servingNow(spec.tableName()).stream()
                    .map(table -> TableCheck.hasKey(table, spec.key())))
        .toList();
  }

  @Override
  public @Nullable Predicate<String> tablesOf(String logicalTable) {
    TimeSeriesSpec spec = named(logicalTable);
    return spec == null ? null : spec.tables()::contain;
  }

  @Override
  public List<String> servingNow(String logicalTable) {
    TimeSeriesSpec spec = named(logicalTable);
    if (spec == null) {
      return List.of(logicalTable);
    }
    Instant now = clock().instant();
    return now.isBefore(spec.since()) ? List.of() : List.of(spec.tables().nameAt(now));
  }

  /** Fails if there are several beans, of which none is primary, and a spec has use for one. */
  private InstantSource clock() {
    return specs.isEmpty()
        ? clocks.getIfUnique(InstantSource::system)
        : clocks.getIfAvailable(InstantSource::system);
  }

  private @Nullable TimeSeriesSpec named(String logicalTable) {
    return specs.stream()
        .filter(spec -> spec.tableName().equals(logicalTable))
        .findFirst()
        .orElse(null);
  }
}
