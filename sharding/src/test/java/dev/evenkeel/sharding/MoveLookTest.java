package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What a start knows of its items is what it has read itself. */
@ExtendWith(LocalDynamoDbExtension.class)
class MoveLookTest {
  private static final int ITEMS = 40;
  private static final int ITEM_BYTES_MAX = 400 * 1024;

  /** Without a local index, so that no place has a limit. */
  private static final String NAME = "orders";

  private final LiveTable table;

  MoveLookTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    table.plain.createTable(
        TableFixture.named(NAME)
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .request());
    for (int i = 0; i < ITEMS; i++) {
      put(LiveTable.key("hot", "s" + (100 + i)));
    }
  }

  private void put(Map<String, AttributeValue> item) {
    table.plain.putItem(put -> put.tableName(NAME).item(item));
  }

  private ShardingSpec spec() {
    return ShardingSpec.builder(NAME)
        .partitionKey("pk")
        .sortKey("sk")
        .shards(1)
        .layoutFrom(table.store())
        .build();
  }

  @AfterEach
  void close() {
    table.close();
  }

  private Resharder resharder(ExecutionInterceptor... more) {
    ExecutionInterceptor[] all = new ExecutionInterceptor[more.length + 1];
    System.arraycopy(more, 0, all, 1, more.length);
    all[0] = LayoutGuard.create();
    return Resharder.of(spec(), table.sending(all));
  }

  private Resharder failingAtPage(int number) {
    return resharder(
        atPage(
            number,
            () -> {
              throw SdkClientException.create("no route");
            }));
  }

  /** Its pages are smaller where they come slowly. */
  private static boolean isOfLook(QueryRequest page) {
    return page.tableName().equals(NAME)
        && page.expressionAttributeValues().containsValue(LiveTable.HOT)
        && (page.limit() > 1 || page.hasExclusiveStartKey());
  }

  /** Has something happen before the n-th page of a look. */
  private static ExecutionInterceptor atPage(int number, Runnable happens) {
    AtomicInteger pages = new AtomicInteger();
    return before(
        page -> {
          if (isOfLook(page) && pages.incrementAndGet() == number) {
            happens.run();
          }
        });
  }

  /** Has something happen at the first query after a look, once; several are sent at a time. */
  private static ExecutionInterceptor afterLook(Runnable happens) {
    AtomicBoolean looks = new AtomicBoolean();
    return before(
        page -> {
          if (isOfLook(page)) {
            looks.set(true);
          } else if (page.tableName().equals(NAME) && looks.compareAndSet(true, false)) {
            happens.run();
          }
        });
  }

  private static ExecutionInterceptor before(Consumer<QueryRequest> counted) {
    return new ExecutionInterceptor() {
      @Override
      public void beforeTransmission(
          Context.BeforeTransmission context, ExecutionAttributes attributes) {
        if (context.request() instanceof QueryRequest page) {
          counted.accept(page);
        }
      }
    };
  }

  private static void assertRefused(Reason reason, ThrowingCallable start) {
    assertThatThrownBy(start)
        .isInstanceOfSatisfying(
            LayoutChangeException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  /** What the first has read may be another item by now. */
  @Test
  void start_afterOneThatFailedInTheMiddle_readsAllAnew() {
    Resharder failing = failingAtPage(3);
    assertThatThrownBy(() -> failing.start(LiveTable.HOT, 4)).hasMessageContaining("no route");
    Map<String, AttributeValue> large = new HashMap<>(LiveTable.key("hot", "s000"));
    int others = "pk".length() + "hot".length() + "sk".length() + "s000".length() + "b".length();
    large.put("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[ITEM_BYTES_MAX - others])));
    put(large);

    assertRefused(Reason.ITEMS_UNFIT, () -> resharder().start(LiveTable.HOT, 4));

    assertThat(LayoutEditor.of(spec(), table.plain).show().state()).isEqualTo("SETTLED");
  }

  @Test
  void start_whileAnotherOneLooks_goesOnAlone() {
    CountDownLatch looks = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Resharder slow =
        resharder(
            atPage(
                2,
                () -> {
                  looks.countDown();
                  awaited(goesOn);
                }));
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> slow.start(LiveTable.HOT, 4));
    awaited(looks);

    resharder().start(LiveTable.HOT, 4);
    goesOn.countDown();

    assertThatThrownBy(first::join)
        .cause()
        .isInstanceOfSatisfying(
            LayoutChangeException.class, e -> assertThat(e.reason()).isEqualTo(Reason.OVERTAKEN));
    assertThat(resharder().status().before().items()).isEqualTo(ITEMS);
  }

  /** Otherwise nothing would be there to compare the items with in the end. */
  @Test
  void start_whoseLookAnotherHasTakenAway_isRefused() {
    Resharder other = failingAtPage(2);
    Resharder first =
        resharder(
            afterLook(
                () ->
                    assertThatThrownBy(() -> other.start(LiveTable.HOT, 2))
                        .hasMessageContaining("no route")));

    assertRefused(Reason.OVERTAKEN, () -> first.start(LiveTable.HOT, 4));

    assertThat(LayoutEditor.of(spec(), table.plain).show().moving()).isNull();
    resharder().start(LiveTable.HOT, 4);
    resharder().run();
    assertThat(resharder().verify().isUnchanged()).isTrue();
  }

  /** As the command does that is given none. */
  @Test
  void pace_notGiven_isThatOfOthers() {
    resharder().start(LiveTable.HOT, 4);
    boolean[] isOver = new boolean[1];
    resharder().run(MovePace.gentle().unitsPerSecond(150).until(() -> isOver[0] ^= true));
    assertThat(resharder().status().run().unitsPerSecond()).isEqualTo(150);

    resharder().run(MovePace.gentle().until(() -> true));

    assertThat(resharder().status().run().unitsPerSecond()).isEqualTo(150);
    resharder().run(MovePace.gentle().share(0.05).until(() -> true));
    assertThat(resharder().status().run().unitsPerSecond()).isLessThan(150);
  }

  private static void awaited(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
