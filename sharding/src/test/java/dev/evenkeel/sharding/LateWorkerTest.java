package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** A worker that wakes up when its move has ended and another is under way. */
@ExtendWith(LocalDynamoDbExtension.class)
class LateWorkerTest {
  private static final int ITEMS = 40;

  private final LiveTable table;
  private final Resharder resharder;

  LateWorkerTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    this.resharder = another();
    for (int i = 0; i < ITEMS; i++) {
      LiveTable.put(table.plain, "hot", "s" + (100 + i));
    }
  }

  private Resharder another() {
    return Resharder.of(LiveTable.spec(table.store()), table.sending(LayoutGuard.create()));
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** As a process that slept through the end of its move, and the start of another. */
  @Tag("deep")
  @Test
  void verify_workerOfAnEarlierMoveWakesUp_provesNothingOfTheNext() {
    resharder.start(LiveTable.HOT, 4);
    resharder.run();
    CountDownLatch isAsleep = new CountDownLatch(1);
    CountDownLatch wakes = new CountDownLatch(1);
    MovePace sleepy =
        MovePace.gentle()
            .until(
                () -> {
                  isAsleep.countDown();
                  await(wakes);
                  return false;
                });
    CompletableFuture<MoveStatus> late =
        CompletableFuture.supplyAsync(() -> another().verify(sleepy));
    await(isAsleep);
    resharder.verify();
    resharder.finish();
    resharder.start(LiveTable.HOT, 1);
    resharder.verify(MovePace.gentle().until(() -> true)); // opens its rows, and reads nothing

    wakes.countDown();
    assertThat(late.handle((status, failure) -> status != null && status.isProved()).join())
        .isFalse();
    assertThatThrownBy(resharder::finish)
        .isInstanceOfSatisfying(
            LayoutChangeException.class,
            e -> assertThat(e.reason()).isEqualTo(Reason.NOT_VERIFIED));
    resharder.run();
    resharder.verify();
    resharder.finish();
    assertThat(LiveTable.hotSorts(table.client())).hasSize(ITEMS);
  }

  /** As one that is stopped with a page of items in its hands: others take its segment over. */
  @Tag("deep")
  @Test
  void run_moverOfAnEarlierMoveWakesUp_movesNothingOfTheNext() {
    resharder.start(LiveTable.HOT, 4);
    Sleeper sleeper = new Sleeper();
    Resharder sleepy =
        Resharder.of(
            LiveTable.spec(table.store(table.sending(sleeper))),
            table.sending(LayoutGuard.create(), sleeper));
    CompletableFuture<Long> late = CompletableFuture.supplyAsync(sleepy::run);
    await(sleeper.isAsleep);
    resharder.run();
    resharder.verify();
    resharder.finish();
    resharder.start(LiveTable.HOT, 1);
    DynamoDbClient client = table.client();
    Map<String, AttributeValue> key = LiveTable.key("hot", "s105");
    Map<String, AttributeValue> written = new HashMap<>(key);
    written.put("x", AttributeValue.fromS("new"));
    client.putItem(put -> put.tableName(LiveTable.TABLE).item(written));

    sleeper.wakes.countDown();
    assertThatThrownBy(late::join).hasCauseInstanceOf(LayoutChangeException.class);
    resharder.run();
    resharder.verify();
    resharder.finish();
    assertThat(client.getItem(get -> get.tableName(LiveTable.TABLE).key(key)).item())
        .isEqualTo(written);
    assertThat(LiveTable.hotSorts(client)).hasSize(ITEMS);
  }

  /** Stops with the first items that a client reads, and sends nothing until it wakes up. */
  private static final class Sleeper implements ExecutionInterceptor {
    private final CountDownLatch isAsleep = new CountDownLatch(1);
    private final CountDownLatch wakes = new CountDownLatch(1);

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
      if (context.response() instanceof QueryResponse page
          && page.items().stream().anyMatch(item -> LiveTable.HOT.equals(item.get("pk")))) {
        isAsleep.countDown();
        await(wakes);
      }
    }

    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      if (isAsleep.getCount() == 0) {
        await(wakes);
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
