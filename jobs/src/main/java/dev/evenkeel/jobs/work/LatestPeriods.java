package dev.evenkeel.jobs.work;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * A client that describes and scans the table of the current period where a series is named. Reads
 * by key go to the table of their time.
 */
final class LatestPeriods extends DelegatingDynamoDbClient {
  private final Map<String, String> tables = new HashMap<>();

  /**
   * The client of a configuration's tables.
   *
   * @param seen the period tables that are there
   */
  LatestPeriods(
      DynamoDbClient client,
      Configuration configuration,
      List<ObservedTable> seen,
      InstantSource clock) {
    super(configuration.shown(client, clock));
    Instant now = clock.instant();
    for (TimeSeriesSpec spec : configuration.tables()) {
      seen.stream()
          .map(ObservedTable::name)
          .filter(name -> hasBegun(spec, name, now))
          .max(Comparator.naturalOrder())
          .ifPresent(name -> tables.put(spec.tableName(), name));
    }
  }

  private static boolean hasBegun(TimeSeriesSpec spec, String tableName, Instant now) {
    TimeSpan span = spec.tables().periodOf(tableName);
    return span != null && !span.start().isAfter(now);
  }

  private String of(String tableName) {
    return tables.getOrDefault(tableName, tableName);
  }

  @Override
  public DescribeTableResponse describeTable(DescribeTableRequest request) {
    return super.describeTable(request.toBuilder().tableName(of(request.tableName())).build());
  }

  @Override
  public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
    return super.describeTimeToLive(request.toBuilder().tableName(of(request.tableName())).build());
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    return super.scan(request.toBuilder().tableName(of(request.tableName())).build());
  }

  /** Whether a period of a series has a table by now. */
  boolean has(TimeSeriesSpec spec) {
    return tables.containsKey(spec.tableName());
  }
}
