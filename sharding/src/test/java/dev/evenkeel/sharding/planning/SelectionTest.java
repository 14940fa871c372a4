package dev.evenkeel.sharding.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.sharding.spec.ShardSelector;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The bound on the busiest shard, against seconds of writes through the real selectors. */
class SelectionTest {
  private static final int SECONDS = 100;

  private int nextId;

  @ParameterizedTest
  @CsvSource({
    "5000,5,0.03",
    "5000,7,0.03",
    "1000,2,0.05",
    "20000,25,0.05",
    "10000,200,0.2",
    "40,8,0.4",
    "20,200,1.0"
  })
  void hottest_writesThroughTheHashSelector_areAtMostTheBoundAndNearIt(
      int writes, int shards, double slack) {
    double measured = meanOfHottest(ShardSelector.hashOf("id"), writes, shards);
    double bound = Selection.CALCULATED.hottest(writes, shards);
    assertThat(measured).isLessThanOrEqualTo(bound);
    assertThat(bound).isLessThanOrEqualTo(measured * (1 + slack));
    assertThat(bound).isEqualTo(Selection.RANDOM.hottest(writes, shards));
  }

  @Test
  void hottest_writesThroughTheRotatingSelector_areEvenUpToOne() {
    double measured = meanOfHottest(ShardSelector.rotating(), 5000, 7);
    assertThat(measured).isCloseTo(Selection.ROTATING.hottest(5000, 7), within(1.0));
  }

  @Test
  void hottest_ofFewEvents_isNeverMoreThanAllOfThem() {
    assertThat(Selection.CALCULATED.hottest(1, 1000)).isEqualTo(1);
    assertThat(Selection.CALCULATED.hottest(0, 10)).isZero();
    assertThat(Selection.CALCULATED.hottest(7, 1)).isEqualTo(7);
  }

  private double meanOfHottest(ShardSelector selector, int writes, int shards) {
    double sum = 0;
    for (int second = 0; second < SECONDS; second++) {
      int[] counts = new int[shards];
      for (int i = 0; i < writes; i++) {
        counts[selector.select(item(), shards)]++;
      }
      sum += Arrays.stream(counts).max().orElseThrow();
    }
    return sum / SECONDS;
  }

  private Map<String, AttributeValue> item() {
    return Map.of("id", AttributeValue.fromS("order-" + nextId++));
  }
}
