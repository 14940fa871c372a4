package dev.evenkeel.timeseries;

import static dev.evenkeel.timeseries.Readings.key;
import static dev.evenkeel.timeseries.Readings.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.MissingTableException;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes that a series takes whole, or not at all. */
class SeriesWriteEdgeTest extends SeriesEdges {
  private static WriteRequest put(String device, String at) {
    return WriteRequest.builder().putRequest(p -> p.item(reading(device, at, 1))).build();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_withAnItemTwiceInOneOfTwoTables_writesNothing(Kind kind) {
    TimeSeriesSpec more =
        TimeSeriesSpec.builder("more")
            .time(ItemTime.iso("at"))
            .period(Period.DAY)
            .prefix("readings_x_")
            .since(Instant.parse("2026-11-01T00:00:00Z"))
            .template(TableTemplate.of(Readings.template()))
            .build();
    if (!plain.listTables().tableNames().contains("readings_x_2026-11-21")) {
      plain.createTable(more.template().creating("readings_x_2026-11-21", Map.of()));
    }
    ClientUnderTest client = client(kind, spec().build(), more);
    String device = "twice" + kind;
    for (String first : List.of("more", Readings.TABLE)) {
      String second = first.equals("more") ? Readings.TABLE : "more";
      Map<String, List<WriteRequest>> items = new LinkedHashMap<>();
      items.put(first, List.of(put(device, NEW), put(device, NEW)));
      items.put(second, List.of(put(device, NEW)));

      assertThatThrownBy(
              () -> client.call(BatchWriteItemRequest.builder().requestItems(items).build()))
          .isInstanceOf(DynamoDbException.class);
      for (String table : List.of("readings_2026-11-21", "readings_x_2026-11-21")) {
        assertThat(plain.getItem(r -> r.tableName(table).key(key(device, NEW))).hasItem())
            .as(table)
            .isFalse();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void batchWrite_whoseTablesAreAllMissing_hasWrittenNothing(Kind kind) {
    ClientUnderTest client = client(kind, spec().latePolicy(LatePolicy.ACCEPT).build());
    Map<String, List<WriteRequest>> items =
        Map.of(
            Readings.TABLE,
            List.of(put("g", "2026-11-16T10:00:00Z"), put("g", "2026-11-17T10:00:00Z")));

    assertThatThrownBy(
            () -> client.call(BatchWriteItemRequest.builder().requestItems(items).build()))
        .isInstanceOfSatisfying(
            MissingTableException.class, e -> assertThat(e.mayHaveWritten()).isFalse())
        .hasMessageNotContaining("may have been written");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void transaction_withAMissingTableThatIsNoSeries_namesAllThatMayBeMissing(Kind kind) {
    ClientUnderTest client = client(kind, spec().build());
    Put there = Put.builder().tableName(Readings.TABLE).item(reading("z", NEW, 1)).build();
    Put gone = Put.builder().tableName("gone").item(reading("z", NEW, 1)).build();
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder().put(there).build(),
                TransactWriteItem.builder().put(gone).build())
            .build();

    assertThatThrownBy(() -> client.call(request))
        .isInstanceOfSatisfying(
            MissingTableException.class,
            e -> assertThat(e.periodTables()).containsExactly("readings_2026-11-21", "gone"));
  }

  /** Such a table may be deleted at any moment, and takes writes while it is. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void put_pastTheRetention_isRefusedThoughLateOnesAreAccepted(Kind kind) {
    ClientUnderTest client =
        client(
            kind,
            spec()
                .latePolicy(LatePolicy.ACCEPT)
                .retention(Retention.deleteAfter(Duration.ofDays(1)).deleteWithoutArchive())
                .build());

    assertThatThrownBy(
            () ->
                client.call(
                    PutItemRequest.builder()
                        .tableName(Readings.TABLE)
                        .item(reading("r", "2026-11-15T10:00:00Z", 1))
                        .build()))
        .isInstanceOf(ItemTimeException.class)
        .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.LATE);
  }
}
