package dev.evenkeel.timeseries.life;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.LifecycleBuilder;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Out of the archive again, or nothing touched. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class RestoreTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final String TARGET = DAY + "-restored";
  private static final int ITEMS = 100;

  private final ArchiveFixture fixture;

  RestoreTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, ITEMS);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  @ParameterizedTest
  @EnumSource
  void restore_tableIsDeleted_bringsEveryItemBack(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    Set<Map<String, AttributeValue>> before = fixture.rows(DAY);
    ArchivedTable unused = fixture.archive(actor);
    fixture.now = ArchiveFixture.PAST_RETENTION;
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(DAY);

    RestoreReport report = actor.restore(RestoreOrder.of(DAY));

    assertThat(report).isEqualTo(new RestoreReport(TARGET, State.DONE, ITEMS, ITEMS, ""));
    assertThat(fixture.rows(TARGET)).isEqualTo(before).hasSize(ITEMS);
    assertThat(actor.archives()).extracting(ArchivedTable::restoredAs).startsWith(TARGET);
    assertThat(fixture.notes("readings#restore#" + TARGET)).isEmpty();
    assertThat(LifecycleFixture.ran(actor).outcomes()).isEmpty();
    assertThat(actor.restore(RestoreOrder.of(DAY)).isDone()).isTrue();
    assertThatThrownBy(() -> actor.restore(RestoreOrder.of("readings_2026-03-11").to(TARGET)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("there is a table of that name already");
    assertThat(fixture.rows(TARGET)).isEqualTo(before);
  }

  @KindsInTurn
  void restore_targetIsAnothersByNow_isNotSaidToBeDone(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    fixture.now = ArchiveFixture.PAST_RETENTION;
    LifecycleFixture.settle(actor);
    assertThat(actor.restore(RestoreOrder.of(DAY)).isDone()).isTrue();
    fixture.drop(TARGET);
    RestoreOrder other = RestoreOrder.of("readings_2026-03-11").to(TARGET);

    assertThat(actor.restore(other).isDone()).isTrue();

    assertThat(actor.archives())
        .extracting(ArchivedTable::restoredAs)
        .containsExactly(null, TARGET);
    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(DAY)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("there is a table of that name already");
    fixture.drop(TARGET);
    fixture.sync.createTable(fixture.spec().template().creating(TARGET, Map.of()));
    assertThatThrownBy(() -> actor.restore(other))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("there is a table of that name already");
    assertThat(actor.archives()).extracting(ArchivedTable::restoredAs).containsOnlyNulls();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource(names = "SYNC")
  void restore_largeItems_holdsFewAtATime(Kind kind) {
    fixture.method = policy -> policy.segments(1).readUnitsPerSecond(1_000).fileBytes(1 << 20);
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    for (int i = 0; i < 14; i++) {
      Map<String, AttributeValue> item = new HashMap<>(ArchiveFixture.item(ITEMS + i));
      item.put("sensor", AttributeValue.fromS("large"));
      item.put("pad", AttributeValue.fromS("x".repeat(390_000)));
      fixture.sync.putItem(r -> r.tableName(DAY).item(item));
    }
    ArchivedTable unused = fixture.archive(actor);
    long[] largest = {0};
    fixture.also =
        call -> {
          if (call.request() instanceof BatchWriteItemRequest request) {
            long bytes =
                request.requestItems().get(TARGET).stream()
                    .mapToLong(write -> ItemSize.bytes(write.putRequest().item()))
                    .sum();
            largest[0] = Math.max(largest[0], bytes);
          }
        };

    assertThat(actor.restore(RestoreOrder.of(DAY)).isDone()).isTrue();

    assertThat(fixture.rows(TARGET)).isEqualTo(fixture.rows(DAY)).hasSize(ITEMS + 14);
    assertThat(largest[0]).isBetween(390_000L, 4_700_000L);
  }

  @ParameterizedTest
  @EnumSource(names = "SYNC")
  void restore_newTableIsToldOfLate_waits(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    int[] absences = {0};
    fixture.also =
        call -> {
          boolean isMade = fixture.sync.listTables().tableNames().contains(TARGET);
          if (call.request() instanceof DescribeTableRequest request
              && !call.isAfter()
              && request.tableName().equals(TARGET)
              && isMade
              && absences[0]++ < 2) {
            throw ResourceNotFoundException.builder().message("not yet").build();
          }
        };

    assertThat(actor.restore(RestoreOrder.of(DAY)).isDone()).isTrue();

    assertThat(absences[0]).isGreaterThan(2);
    assertThat(fixture.rows(TARGET)).hasSize(ITEMS);
  }

  private interface Damage {
    void to(String file, byte[] bytes);
  }

  private byte[] bytes(String key) {
    return fixture.s3.getObjectAsBytes(r -> r.bucket(fixture.bucket).key(key)).asByteArray();
  }

  private void put(String key, byte[] bytes) {
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(key), RequestBody.fromBytes(bytes));
  }

  private void delete(String key) {
    fixture.s3.deleteObject(r -> r.bucket(fixture.bucket).key(key));
  }

  private void refusedAfter(Actor actor, String file, Damage damage) {
    byte[] whole = bytes(file);
    damage.to(file, whole);
    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(DAY)))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("AWSDynamoDB/");
    assertThat(fixture.sync.listTables().tableNames()).doesNotContain(TARGET);
    put(file, whole);
  }

  @KindsInTurn
  void restore_damagedArchive_touchesNothing(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    ArchivedTable archive = fixture.archive(actor);
    List<String> files = fixture.dataFiles();
    String first = files.get(0);
    String folder = "old/AWSDynamoDB/" + archive.exportId() + "/";

    refusedAfter(actor, first, (key, whole) -> delete(key));
    refusedAfter(actor, first, (key, whole) -> put(key, new byte[0]));
    refusedAfter(actor, first, (key, whole) -> put(key, Arrays.copyOf(whole, whole.length - 10)));
    refusedAfter(
        actor,
        first,
        (key, whole) -> {
          byte[] altered = whole.clone();
          altered[altered.length / 2] ^= 1;
          put(key, altered);
        });
    refusedAfter(actor, first, (key, whole) -> put(key, bytes(files.get(1))));
    refusedAfter(
        actor,
        folder + "manifest-files.json",
        (key, whole) ->
            put(
                key,
                new String(whole, UTF_8)
                    .replaceFirst("\"itemCount\":", "\"itemCount\":1")
                    .getBytes(UTF_8)));
    refusedAfter(
        actor,
        folder + "manifest-summary.json",
        (key, whole) ->
            put(
                key,
                new String(whole, UTF_8)
                    .replace("readings_2026-03-10", "readings_2026-03-09")
                    .getBytes(UTF_8)));
    String extra = first.replace(".json.gz", "x.json.gz");
    put(extra, bytes(first));
    refusedAfter(actor, first, (key, whole) -> {});
    delete(extra);

    assertThat(actor.restore(RestoreOrder.of(DAY)).state()).isEqualTo(State.DONE);
  }

  @KindsInTurn
  void restore_toAPeriodTableOfAnotherSeries_isRefused(Kind kind) {
    Consumer<LifecycleBuilder<?>> both =
        builder ->
            builder
                .table(fixture.spec())
                .table(Series.named("others").build())
                .controlTable("control");
    Actor actor =
        kind == Kind.SYNC
            ? Actor.sync(fixture.sync, fixture.s3, null, both)
            : Actor.async(fixture.async, fixture.s3Async, null, both);

    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(DAY).to("others_2026-03-10")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name of a period table");
  }

  @KindsInTurn
  void restore_whatCannotBe_isRefused(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);

    assertThatThrownBy(() -> actor.restore(RestoreOrder.of("readings_2026-03-09")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("there is no archive of it");
    assertThatThrownBy(() -> actor.restore(RestoreOrder.of("others_2026-03-09")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(DAY).to(DAY)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name of a period table");
    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(DAY).to("control")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(DAY).to("a b")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RestoreOrder.of(DAY).at(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
