package dev.evenkeel.jobs.work;

import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * A few items of a period table, held against its period. Their content is not reported.
 *
 * @param seen how many items there were
 * @param wrong how many of them have no time that can be read, or one of another period
 */
record SampledTimes(int seen, int wrong) {
  /**
   * Items of one partition key are stored together, so many small samples say more than a large
   * one.
   */
  private static final int SEGMENTS = 5;

  private static final int ITEMS_PER_SEGMENT = 5;

  /** Sends {@value #SEGMENTS} Scans of {@value #ITEMS_PER_SEGMENT} items at most. */
  static SampledTimes of(DynamoDbClient client, TimeSeriesSpec spec, String tableName) {
    TimeSpan span = spec.tables().periodOf(tableName);
    int seen = 0;
    int wrong = 0;
    for (int segment = 0; segment < SEGMENTS; segment++) {
      for (Map<String, AttributeValue> item : scan(client, spec, tableName, segment).items()) {
        seen++;
        wrong += span != null && isOf(spec, span, item) ? 0 : 1;
      }
    }
    return new SampledTimes(seen, wrong);
  }

  private static ScanResponse scan(
      DynamoDbClient client, TimeSeriesSpec spec, String tableName, int segment) {
    return client.scan(
        r ->
            r.tableName(tableName)
                .segment(segment)
                .totalSegments(SEGMENTS)
                .limit(ITEMS_PER_SEGMENT)
                .projectionExpression("#time")
                .expressionAttributeNames(Map.of("#time", spec.time().attribute())));
  }

  private static boolean isOf(
      TimeSeriesSpec spec, TimeSpan span, Map<String, AttributeValue> item) {
    AttributeValue time = item.get(spec.time().attribute());
    try {
      return time != null && span.contains(spec.time().read(time, spec.period()));
    } catch (ItemTimeException e) {
      return false;
    }
  }

  String text() {
    return "%d of %d sampled items are not of its period, so reads of their time do not see them: they were put by another client, or by a spec with another period or time. Put them again through the time series client and delete the old ones"
        .formatted(wrong, seen);
  }
}
