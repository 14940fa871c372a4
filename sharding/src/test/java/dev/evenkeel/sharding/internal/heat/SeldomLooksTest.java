package dev.evenkeel.sharding.internal.heat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.internal.heat.Finding.Kind;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A window lasts until somebody looks, and what it holds is for so much longer a time. */
class SeldomLooksTest {
  private static final AttributeValue KEY = AttributeValue.fromS("k");

  private final ShardingSpec spec =
      ShardingSpec.builder("clicks").partitionKey("pk").sortKey("sk").shards(1).build();
  private long now;
  private final TableHeat heat = new TableHeat(spec, HeatPolicy.propose(), () -> null, () -> now);

  /** A hundred writes a second, of so many units each. */
  private List<Kind> write(int secondsOfALook, double units) {
    List<Kind> found = new ArrayList<>();
    for (int i = 1; i <= 90 * 100; i++) {
      now += Duration.ofMillis(10).toNanos();
      AttributeValue sortKey = AttributeValue.fromS("t%06d".formatted(i));
      heat.offered(KEY, sortKey);
      heat.succeeded(KEY, sortKey);
      heat.consumed(KEY, sortKey, units);
      if (i % (secondsOfALook * 100) == 0) {
        heat.found().forEach(each -> found.add(each.kind()));
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 30})
  void found_ofAKeyThatIsNotHot_isNothing(int secondsOfALook) {
    assertThat(write(secondsOfALook, 7)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 30})
  void found_ofAHotKey_isFound(int secondsOfALook) {
    assertThat(write(secondsOfALook, 9)).containsExactly(Kind.PROPOSE);
  }
}
