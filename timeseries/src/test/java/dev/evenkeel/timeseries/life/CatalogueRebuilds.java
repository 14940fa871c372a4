package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Archives whose entries in the catalogue are lost, and what a rebuild finds. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
abstract class CatalogueRebuilds {
  static final String DAY = ArchiveFixture.DAY;
  static final String NEXT = "readings_2026-03-11";

  ArchiveFixture fixture;

  @BeforeEach
  void open(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 60);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  /** The tables of two days are archived and deleted. */
  List<ArchivedTable> gone(Actor actor) {
    fixture.fill(actor);
    fixture.now = ArchiveFixture.PAST_RETENTION.plus(Duration.ofDays(1));
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(DAY, NEXT);
    List<ArchivedTable> archives = actor.archives();
    assertThat(archives).extracting(ArchivedTable::tableName).startsWith(DAY, NEXT);
    return archives;
  }

  void lose(String... tables) {
    for (String table : tables) {
      Map<String, AttributeValue> key =
          Map.of(
              "pk", AttributeValue.fromS("readings#archives"), "sk", AttributeValue.fromS(table));
      fixture.sync.deleteItem(r -> r.tableName("control").key(key));
    }
  }

  /** Of the first archive of {@link #archivedTwice}. */
  byte[] mark = {};

  /** What the catalogue had of it. */
  Map<String, AttributeValue> firstEntry = Map.of();

  static String folder(ArchivedTable archive) {
    return archive.prefix() + "AWSDynamoDB/" + archive.exportId() + "/";
  }

  byte[] removed(String key) {
    byte[] content =
        fixture.s3.getObjectAsBytes(r -> r.bucket(fixture.bucket).key(key)).asByteArray();
    fixture.s3.deleteObject(r -> r.bucket(fixture.bucket).key(key));
    return content;
  }

  void write(String key, byte[] content) {
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(key), RequestBody.fromBytes(content));
  }

  /** The first archive of the day is given up because an item comes; the second has it. */
  List<String> archivedTwice(Actor actor) {
    fixture.fill(actor);
    String first = folder(fixture.archive(actor));
    firstEntry =
        fixture.notes("readings#archives").stream()
            .filter(entry -> entry.get("sk").s().equals(DAY))
            .findFirst()
            .orElseThrow();
    fixture.series = spec -> spec.lateness(Duration.ofHours(30));
    LifecycleFixture.settle(fixture.actor(Kind.SYNC));
    fixture.sync.putItem(r -> r.tableName(DAY).item(ArchiveFixture.item(fixture.items + 1)));
    fixture.series = spec -> spec;
    LifecycleFixture.settle(actor);
    fixture.now = ArchiveFixture.PAST_RETENTION;
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(DAY);
    String second =
        actor.archives().stream()
            .filter(archive -> archive.tableName().equals(DAY))
            .map(CatalogueRebuilds::folder)
            .findFirst()
            .orElseThrow();
    assertThat(second).isGreaterThan(first);
    lose(DAY);
    mark = removed(first + "_given-up"); // earlier versions wrote none
    return List.of(first, second);
  }

  static FoundArchive in(String folder, List<FoundArchive> all) {
    return all.stream()
        .filter(found -> found.manifest().contains(folder))
        .findFirst()
        .orElseThrow();
  }

  /** Clears the times, which manifests do not have. */
  private static ArchivedTable withoutTimes(ArchivedTable archive) {
    return new ArchivedTable(
        archive.tableName(),
        archive.period(),
        archive.tableId(),
        null,
        archive.method(),
        archive.bucket(),
        archive.prefix(),
        archive.exportId(),
        archive.items(),
        archive.bytes(),
        archive.digest(),
        archive.manifestSha256(),
        Instant.EPOCH,
        false,
        null);
  }

  void isAsBefore(List<ArchivedTable> before, Actor actor) {
    assertThat(actor.archives().stream().map(CatalogueRebuilds::withoutTimes).toList())
        .containsExactlyElementsOf(before.stream().map(CatalogueRebuilds::withoutTimes).toList());
    for (int i = 0; i < before.size(); i++) {
      assertThat(actor.archives().get(i).verified()).isBeforeOrEqualTo(before.get(i).verified());
    }
  }
}
