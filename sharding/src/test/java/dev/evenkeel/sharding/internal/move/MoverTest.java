package dev.evenkeel.sharding.internal.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.LayoutSession;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** A mover that does not know the layout of its table. */
class MoverTest {
  private static final AttributeValue HOT = AttributeValue.fromS("hot");
  private static final ShardedTable TABLE =
      new ShardedTable(
          ShardingSpec.builder("orders").partitionKey("pk").sortKey("sk").shards(1).build());
  private static final MovePass PASS =
      new MovePass(TABLE, TABLE.by(TableLayout.of(Map.of(HOT, Pieces.shards(2)), null)), HOT);
  private static final Map<String, AttributeValue> ITEM =
      Map.of("pk", HOT, "sk", AttributeValue.fromS("s"));

  private long nanos = 1;
  private final LayoutSession session =
      new LayoutSession(LayoutTimes.DEFAULT, () -> nanos, () -> nanos);

  private Object paused(Request<?> request) {
    nanos += ((Pause) request).longest().toNanos();
    return Done.DONE;
  }

  private Throwable failure() {
    Mover mover = new Mover(PASS, 1, session, () -> nanos, () -> "token");
    return catchThrowable(
        () -> SyncRunner.create().run(mover.apply(ITEM), this::paused, Deadline.NONE));
  }

  @Test
  void apply_theRecordIsThrottled_failsAsAThrottleWhichTheWorkerWaitsFor() {
    ThrottlingException throttle = ThrottlingException.builder().message("slow down").build();
    session.failed(throttle);

    assertThat(failure()).isSameAs(throttle);
  }

  @Test
  void apply_theRecordCannotBeRead_saysSo() {
    session.failed(SdkClientException.create("no route"));

    assertThat(failure())
        .isInstanceOf(LayoutUnknownException.class)
        .hasRootCauseMessage("no route");
  }
}
