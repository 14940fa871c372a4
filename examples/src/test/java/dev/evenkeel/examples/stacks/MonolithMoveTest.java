package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Once clients know that a table is split, they act on the same series, and nothing is lost. */
class MonolithMoveTest extends MonolithFixture {
  MonolithMoveTest(LocalDynamoDb local) {
    super(local);
  }

  /** The start has found nothing, and the item has become late since. */
  @Test
  void itemThatHasBecomeLate_staysAndAllOthersMove() {
    put("2026-11-21T10:00:00Z#1");
    Resharder.of(spec, series).startInto("visits_by_day", 1, MovePace.gentle());

    Resharder late = Resharder.of(spec, over(days, Instant.parse("2026-11-29T12:00:00Z")));
    assertThatThrownBy(late::run).isInstanceOf(ItemTimeException.class);

    assertThat(late.left()).isOne();
    assertThat(plain.scan(scan -> scan.tableName("visits_by_day_2026-11-22")).items()).hasSize(1);
  }

  @Test
  void clientsAndCommandsWithAnotherSeries_areRefused() {
    Resharder.of(spec, series).startInto("visits_by_day", 1, MovePace.gentle());
    DynamoDbClient other = over(days(days -> days.since(NOW.minus(Duration.ofDays(2)))), NOW);

    for (DynamoDbClient wrong : List.of(other, plain)) {
      assertThatThrownBy(Resharder.of(spec, wrong)::run)
          .isInstanceOf(LayoutFormatException.class)
          .hasMessageContainingAll("'visits_by_day'", "since 2026-11-21T00:00:00Z");
      try (DynamoDbClient client = ShardingDynamoDbClient.builder(wrong).table(spec).build()) {
        assertThatThrownBy(() -> client.scan(scan -> scan.tableName("visits")))
            .isInstanceOf(LayoutFormatException.class);
      }
    }
    assertThat(Resharder.of(spec, series).run()).isOne();
  }

  /** The series of one client is a table for another. */
  @Test
  void clientWithASeriesForWhatIsATable_isRefused() {
    ExampleTables.create(plain, "visits_by_day", "page", "at");
    Resharder.of(spec, plain).startInto("visits_by_day", 1, MovePace.gentle());

    try (DynamoDbClient client = ShardingDynamoDbClient.builder(series).table(spec).build()) {
      assertThatThrownBy(() -> client.scan(scan -> scan.tableName("visits")))
          .isInstanceOf(LayoutFormatException.class)
          .hasMessageContaining("table 'visits_by_day'");
    }
  }

  /** Nothing comes that could not be moved, once clients know of the move. */
  @ParameterizedTest
  @ValueSource(strings = {"~meta", "2026-11-01T00:00:00Z"})
  void writeOfAnItemThatTheSeriesTakesNoneOf_isRefusedFromTheAnnouncementOn(String at) {
    try (DynamoDbClient client = ShardingDynamoDbClient.builder(series).table(spec).build()) {
      client.putItem(put -> put.tableName("visits").item(key(at)));
      client.deleteItem(delete -> delete.tableName("visits").key(key(at)));
      announce();

      assertThatThrownBy(() -> client.putItem(one -> one.tableName("visits").item(key(at))))
          .isInstanceOf(ItemTimeException.class);
      TransactWriteItem put =
          TransactWriteItem.builder().put(one -> one.tableName("visits").item(key(at))).build();
      assertThatThrownBy(() -> client.transactWriteItems(all -> all.transactItems(put)))
          .isInstanceOf(ItemTimeException.class);
      assertThat(client.getItem(get -> get.tableName("visits").key(key(at))).hasItem()).isFalse();
      client.putItem(one -> one.tableName("visits").item(key("2026-11-22T11:00:00Z")));
      assertStartLooksAgain(at);
    }
  }

  /** Somebody else may have written meanwhile, or a table may be gone. */
  private void assertStartLooksAgain(String at) {
    plain.deleteItem(
        delete -> delete.tableName("visits_by_day_2026-11-21").key(key("2026-11-21T10:00Z")));
    put(at);
    Resharder again = Resharder.of(spec, series);
    assertRefused(Reason.ITEMS_UNFIT, () -> again.startInto("visits_by_day", 1, MovePace.gentle()));
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("READY");
  }

  @Test
  void startThatIsRepeatedAfterItsLooks_begins() {
    announce();
    plain.deleteItem(
        delete -> delete.tableName("visits_by_day_2026-11-21").key(key("2026-11-21T10:00Z")));
    Resharder again = Resharder.of(spec, series);

    again.startInto("visits_by_day", 1, MovePace.gentle());

    assertThat(again.run()).isOne();
  }

  /** A start that ends when clients know of it, as the series has an item by then. */
  private void announce() {
    Resharder resharder = Resharder.of(spec, series);
    CompletableFuture<Void> start =
        CompletableFuture.runAsync(
            () -> resharder.startInto("visits_by_day", 1, MovePace.gentle()));
    while (!LayoutEditor.of(spec, plain).show().state().equals("ANNOUNCED")) {
      assertThat(start).isNotDone();
    }
    plain.putItem(put -> put.tableName("visits_by_day_2026-11-21").item(key("2026-11-21T10:00Z")));
    assertThatThrownBy(start::join).hasRootCauseInstanceOf(LayoutChangeException.class);
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("ANNOUNCED");
  }

  @Test
  void backFromTheSeries_isRefused() {
    Resharder resharder = Resharder.of(spec, series);
    resharder.startInto("visits_by_day", 1, MovePace.gentle());
    resharder.run();
    resharder.verify();
    resharder.finish();

    MovePace pace = MovePace.gentle();
    assertRefused(Reason.ELSEWHERE, () -> resharder.startInto("visits", 1, pace));
    assertRefused(Reason.ELSEWHERE, () -> resharder.planInto("visits", 1, pace));
    assertThat(LayoutEditor.of(spec, plain).show().state()).isEqualTo("SETTLED");
  }
}
