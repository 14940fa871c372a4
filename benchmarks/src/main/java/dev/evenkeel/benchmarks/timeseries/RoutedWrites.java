package dev.evenkeel.benchmarks.timeseries;

import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes through the router while the tables under it come, cool down and go. */
final class RoutedWrites {
  private final TimeSeriesSpec spec;
  private final InstantSource clock;
  private final SplittableRandom random;
  private final DynamoDbClient plain;
  private final DynamoDbClient router;
  private long writes;
  private long lost;

  RoutedWrites(TimeSeriesSpec spec, DynamoDbClient plain, InstantSource clock, long seed) {
    this.spec = spec;
    this.clock = clock;
    this.random = new SplittableRandom(seed);
    this.plain = plain;
    this.router = TimeSeriesDynamoDbClient.builder(plain).table(spec).clock(clock).build();
  }

  /** Writes an item of any time that is neither late nor too far ahead, and looks where it is. */
  void write() {
    Instant now = clock.instant();
    TimeSpan current = spec.period().containing(now);
    TimeSpan before = spec.period().previous(current);
    Instant from = now.isBefore(spec.lastWrite(before)) ? before.start() : current.start();
    Duration choice = Duration.between(from, now.plus(spec.futureTolerance()));
    Instant at = from.plusSeconds(random.nextLong(choice.toSeconds()));
    Map<String, AttributeValue> item =
        Map.of(
            "customer", AttributeValue.fromS("customer" + writes++),
            "at", AttributeValue.fromS(at.toString()));
    try {
      router.putItem(put -> put.tableName(spec.tableName()).item(item));
      boolean isThere =
          plain.getItem(get -> get.tableName(spec.tables().nameAt(at)).key(item)).hasItem();
      lost += isThere ? 0 : 1;
    } catch (SdkException e) {
      lost++; // an item of an allowed time was not taken
    }
  }

  long writes() {
    return writes;
  }

  /** The number of writes that were not taken, or are not in the table of their time. */
  long lostOrMisrouted() {
    return lost;
  }
}
