package dev.evenkeel.sharding.internal.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.spec.Pieces;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How long a record stands still before it may change again. */
class CoolDownTest {
  private static final Change CHANGE = new Change(AttributeValue.fromS("hot"), Pieces.shards(1), 2);

  private long now;
  private final CoolDown coolDown = new CoolDown(Duration.ofSeconds(10), () -> now);
  private LayoutRecord record = LayoutRecord.first("spec").ready("control").readyAndDrained();

  private void look(LayoutRecord next) {
    record = next;
    coolDown.look(record);
  }

  private boolean isOverAfter(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
    return coolDown.isOver();
  }

  @Test
  void isOver_unseenRecord_never() {
    assertThat(isOverAfter(1_000)).isFalse();
  }

  @Test
  void isOver_afterAChangeThatWasGivenUp_takesTwiceAsLong() {
    look(record);
    look(record.paused(CHANGE));
    look(record.aborted());
    assertThat(isOverAfter(19)).isFalse();
    assertThat(isOverAfter(1)).isTrue();
  }

  @Test
  void isOver_afterCountsWereRaised_takesAsLongAsAfterAnyChange() {
    look(record);
    for (int count = 3; count < 7; count++) {
      look(record.raised("index", new Raise(List.of(2, count), 2)));
    }
    assertThat(isOverAfter(9)).isFalse();
    assertThat(isOverAfter(1)).isTrue();
  }

  @Test
  void isOver_afterAMove_takesAsLongAsAfterAnyChange() {
    look(record);
    look(record.announced(new Change(null, Pieces.shards(1), 8, true), "control"));
    look(record.checked());
    look(record.paused(new Change(null, Pieces.shards(1), 8, true)));
    look(record.moving());
    look(record.moved("clicks"));
    look(record.ready("control"));
    look(record.readyAndDrained());
    assertThat(isOverAfter(9)).isFalse();
    assertThat(isOverAfter(1)).isTrue();
  }
}
