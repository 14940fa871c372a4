package dev.evenkeel.sharding.internal.heat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.internal.heat.Finding.Kind;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A window lasts until somebody looks, and what it holds is for so much longer a time. */
class SeldomLooksTest {
  private static final AttributeValue KEY = AttributeValue.fromS("k");

  private final ShardingSpec spec =
      ShardingSpec.builder("clicks").partitionKey("pk").sortKey("sk").shards(1).build();
  private long now;
  private final TableHeat heat = new TableHeat(spec, HeatPolicy.propose(), () -> null, () -> now);

  /** A hundred writes a second, of so many units each, and a look each half a minute. */
  private List<Kind> write(int seconds, double units) {
    List<Kind> found = new ArrayList<>();
    for (int i = 1; i <= seconds * 100; i++) {
      now += Duration.ofMillis(10).toNanos();
      AttributeValue sortKey = AttributeValue.fromS("t%06d".formatted(i));
      heat.offered(KEY, sortKey);
      heat.succeeded(KEY, sortKey);
      heat.consumed(KEY, sortKey, units);
      if (i % 3_000 == 0) {
        heat.found().forEach(each -> found.add(each.kind()));
      }
    }
    return found;
  }

  @Test
  void found_ofAKeyThatIsNotHot_isNothing() {
    assertThat(write(90, 7)).isEmpty();
  }

  @Test
  void found_ofAHotKey_isFound() {
    assertThat(write(90, 9)).containsExactly(Kind.PROPOSE);
  }
}
