package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Things done in the wrong order, or behind the lifecycle's back: nothing that is archived goes.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class HostileArchiveTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final RestoreOrder ORDER = RestoreOrder.of(DAY);
  private static final int ITEMS = 60;

  private final ArchiveFixture fixture;

  HostileArchiveTest(
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

  private Actor actor() {
    return fixture.actor(Kind.SYNC);
  }

  private ArchivedTable archived() {
    fixture.fill(actor());
    return fixture.archive(actor());
  }

  private Outcome failed() {
    for (int runs = 0; runs < 5; runs++) {
      for (Outcome outcome : LifecycleFixture.ran(actor()).outcomes()) {
        if (outcome.result() == Result.FAILED) {
          return outcome;
        }
      }
    }
    throw new AssertionError("nothing failed");
  }

  private void takeOutOfTheCatalogue() {
    Map<String, AttributeValue> key =
        Map.of("pk", AttributeValue.fromS("readings#archives"), "sk", AttributeValue.fromS(DAY));
    fixture.sync.deleteItem(r -> r.tableName("control").key(key));
  }

  /** An archive is all that is left of its table; another of its name must not replace it. */
  @Tag("deep")
  @Test
  void run_tableIsBuiltAgainForAnArchivedPeriod_keepsTheArchive() {
    ArchivedTable first = archived();
    Set<Map<String, AttributeValue>> rows = fixture.rows(DAY);
    fixture.now = ArchiveFixture.PAST_RETENTION;
    LifecycleFixture.settle(actor());
    fixture.series = spec -> spec.lateness(Duration.ofDays(4));
    LifecycleFixture.settle(actor());
    TimeSeriesDynamoDbClient.builder(fixture.sync)
        .table(fixture.spec())
        .clock(() -> fixture.now)
        .build()
        .putItem(r -> r.tableName("readings").item(ArchiveFixture.item(ITEMS + 1)));
    assertThat(fixture.rows(DAY)).hasSize(1);
    fixture.series = spec -> spec;

    assertThat(failed().cause())
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("archive '%s' of an earlier table".formatted(first.exportId()))
        .hasMessageContaining("pk 'readings#archives' and sk '" + DAY + "'");
    assertThat(actor().restore(ORDER).isDone()).isTrue();
    assertThat(fixture.rows(ORDER.target())).isEqualTo(rows);

    fixture.series = spec -> spec.lateness(Duration.ofDays(4));
    LifecycleFixture.settle(actor());
    assertThat(actor().archives()).extracting(ArchivedTable::exportId).contains(first.exportId());
    fixture.series = spec -> spec;
    takeOutOfTheCatalogue();
    LifecycleFixture.settle(actor());
    assertThat(actor().archives())
        .filteredOn(archive -> archive.tableName().equals(DAY))
        .extracting(ArchivedTable::items)
        .containsExactly(1L);
  }

  @Tag("deep")
  @Test
  void run_catalogueIsDeleted_keepsTheTableAndSaysWhatToDo() {
    archived();
    takeOutOfTheCatalogue();
    fixture.now = ArchiveFixture.PAST_RETENTION;

    assertThat(failed().cause())
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("there is no archive of it in the catalogue")
        .hasMessageContaining("restartArchive(tableName)");
    assertThat(fixture.deleted).doesNotContain(DAY);

    actor().restartArchive(DAY);
    LifecycleFixture.settle(actor());
    assertThat(fixture.deleted).contains(DAY);
    assertThat(actor().restore(ORDER).items()).isEqualTo(ITEMS);
  }

  /** The length stays, so that neither a listing's lengths nor their sum tell. */
  @Test
  void run_aByteOfAFileIsChanged_keepsTheTableUntilItIsArchivedAnew() {
    archived();
    Set<Map<String, AttributeValue>> rows = fixture.rows(DAY);
    String file = fixture.dataFiles().iterator().next();
    byte[] altered =
        fixture.s3.getObjectAsBytes(r -> r.bucket(fixture.bucket).key(file)).asByteArray();
    altered[altered.length / 2] ^= 1;
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(file), RequestBody.fromBytes(altered));
    fixture.now = ArchiveFixture.PAST_RETENTION;

    assertThat(failed().cause())
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining(file + " was stored once more since it was written")
        .hasMessageContaining("archive the period again");
    assertThat(fixture.deleted).doesNotContain(DAY);

    actor().restartArchive(DAY);
    LifecycleFixture.settle(actor());
    assertThat(fixture.deleted).contains(DAY);
    assertThat(actor().restore(ORDER).isDone()).isTrue();
    assertThat(fixture.rows(ORDER.target())).isEqualTo(rows);
  }

  /** A rebuild of the catalogue would not take the archive any more. */
  @ParameterizedTest
  @ValueSource(strings = {"files", "summary"})
  void run_aChecksumIsGone_keepsTheTableUntilItIsArchivedAnew(String manifest) {
    ArchivedTable archive = archived();
    String key = "old/AWSDynamoDB/%s/manifest-%s.checksum".formatted(archive.exportId(), manifest);
    fixture.s3.deleteObject(r -> r.bucket(fixture.bucket).key(key));
    fixture.now = ArchiveFixture.PAST_RETENTION;

    assertThat(failed().cause())
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining(key + " is not there");
    assertThat(fixture.deleted).doesNotContain(DAY);

    actor().restartArchive(DAY);
    LifecycleFixture.settle(actor());
    assertThat(fixture.deleted).contains(DAY);
    takeOutOfTheCatalogue();
    assertThat(actor().rebuildCatalogue())
        .filteredOn(found -> found.standing() == FoundArchive.Standing.WRITTEN)
        .extracting(FoundArchive::tableName)
        .containsExactly(DAY);
  }

  /** DynamoDB Local has no policy that would have denied the write. */
  @Test
  void run_anItemCameAfterTheVerification_keepsTheTableUntilItIsArchivedAnew() {
    ArchivedTable first = archived();
    fixture.sync.putItem(r -> r.tableName(DAY).item(ArchiveFixture.item(ITEMS + 1)));
    fixture.now = ArchiveFixture.PAST_RETENTION;

    assertThat(failed().cause())
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.MISMATCH))
        .hasMessageContaining("counts 61 items, and 60 were verified")
        .hasMessageContaining("restartArchive(tableName)");
    assertThat(fixture.deleted).doesNotContain(DAY);

    actor().restartArchive(DAY);
    LifecycleFixture.settle(actor());
    assertThat(fixture.deleted).contains(DAY);
    assertThat(actor().archives())
        .extracting(ArchivedTable::exportId)
        .doesNotContain(first.exportId());
    assertThat(actor().restore(ORDER).items()).isEqualTo(ITEMS + 1);
  }

  /** Where the spec says that archives are is nothing, and where it is all is as it was. */
  @Test
  void run_specNamesAnotherPlaceByNow_keepsTableAndArchive() {
    ArchivedTable archive = archived();
    BucketSpec elsewhere = BucketSpec.builder(fixture.bucket).prefix("new/").build();
    fixture.method = policy -> ArchivePolicy.builder(elsewhere);
    fixture.now = ArchiveFixture.PAST_RETENTION;

    assertThat(failed().cause())
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("/old/, and the spec says that archives are in s3://")
        .hasMessageContaining("Set bucket and prefix of the spec's archive back");
    assertThatThrownBy(() -> actor().restartArchive(DAY))
        .isInstanceOf(RefusedOperationException.class);
    assertThat(fixture.deleted).doesNotContain(DAY);
    assertThat(actor().archives()).contains(archive);

    fixture.method = policy -> policy;
    LifecycleFixture.settle(actor());
    assertThat(fixture.deleted).contains(DAY);
  }

  private void refused(CreateTableRequest template, String message) {
    fixture.series = spec -> spec.template(TableTemplate.of(template));
    assertThatThrownBy(() -> actor().restore(ORDER))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(message);
    assertThat(fixture.sync.listTables().tableNames()).doesNotContain(ORDER.target());
  }

  @Tag("deep")
  @Test
  void restore_templateHasOtherKeysByNow_touchesNothing() {
    archived();
    CreateTableRequest keyed =
        Series.template()
            .keySchema(Series.key("nobody", KeyType.HASH), Series.key("at", KeyType.RANGE))
            .attributeDefinitions(Series.text("nobody"), Series.text("at"), Series.text("place"))
            .build();
    refused(keyed, "has no 'nobody' of type S, which is a key by the template of now");

    CreateTableRequest indexed =
        Series.template()
            .attributeDefinitions(
                Series.text("sensor"), Series.text("at"), Series.text("place"), Series.text("n"))
            .localSecondaryIndexes(
                LocalSecondaryIndex.builder()
                    .indexName("by-n")
                    .keySchema(Series.key("sensor", KeyType.HASH), Series.key("n", KeyType.RANGE))
                    .projection(p -> p.projectionType("KEYS_ONLY"))
                    .build())
            .build();
    refused(indexed, "has no 'n' of type S, which is a key of an index by the template of now");

    fixture.series = spec -> spec;
    assertThat(actor().restore(ORDER).isDone()).isTrue();
  }

  @Tag("deep")
  @Test
  void restore_tableIsDeletedInBetween_beginsAnew() {
    archived();
    int[] writes = {0};
    Actor dying =
        fixture.dyingAt(call -> call.operation().equals("BatchWriteItem") && ++writes[0] == 3);
    assertThatThrownBy(() -> dying.restore(ORDER)).hasMessage("the process ends");
    fixture.drop(ORDER.target());
    fixture.now = Instant.now().plus(Duration.ofHours(1));

    assertThat(actor().restore(ORDER).isDone()).isTrue();

    assertThat(fixture.rows(ORDER.target())).isEqualTo(fixture.rows(DAY)).hasSize(ITEMS);
  }
}
