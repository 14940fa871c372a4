package dev.evenkeel.timeseries.life;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A lost catalogue is rebuilt from the objects in the bucket. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class CatalogueRebuildTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final String NEXT = "readings_2026-03-11";

  private final ArchiveFixture fixture;
  private final ExportFixture exporting;

  CatalogueRebuildTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 60);
    this.exporting = new ExportFixture(localS3, sync, async, s3, s3Async, 60);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  /** The tables of two days are archived and deleted. */
  private List<ArchivedTable> gone(Actor actor) {
    fixture.fill(actor);
    fixture.now = ArchiveFixture.PAST_RETENTION.plus(Duration.ofDays(1));
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(DAY, NEXT);
    List<ArchivedTable> archives = actor.archives();
    assertThat(archives).extracting(ArchivedTable::tableName).startsWith(DAY, NEXT);
    return archives;
  }

  private void lose(String... tables) {
    for (String table : tables) {
      Map<String, AttributeValue> key =
          Map.of(
              "pk", AttributeValue.fromS("readings#archives"), "sk", AttributeValue.fromS(table));
      fixture.sync.deleteItem(r -> r.tableName("control").key(key));
    }
  }

  private static Standing standing(List<FoundArchive> all, String table) {
    return all.stream()
        .filter(found -> table.equals(found.tableName()))
        .map(FoundArchive::standing)
        .reduce(
            (a, b) -> {
              throw new AssertionError("two of " + table);
            })
        .orElseThrow();
  }

  private static String folder(ArchivedTable archive) {
    return archive.prefix() + "AWSDynamoDB/" + archive.exportId() + "/";
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
        null);
  }

  private void isAsBefore(List<ArchivedTable> before, Actor actor) {
    assertThat(actor.archives().stream().map(CatalogueRebuildTest::withoutTimes).toList())
        .containsExactlyElementsOf(
            before.stream().map(CatalogueRebuildTest::withoutTimes).toList());
    for (int i = 0; i < before.size(); i++) {
      assertThat(actor.archives().get(i).verified()).isBeforeOrEqualTo(before.get(i).verified());
    }
  }

  @ParameterizedTest
  @EnumSource
  void rebuild_controlTableIsLost_bringsEveryEntryBack(Actor.Kind kind) {
    Actor actor = fixture.actor(kind);
    List<ArchivedTable> before = gone(actor);
    fixture.drop("control");
    actor.createControlTable();
    assertThat(actor.archives()).isEmpty();

    List<FoundArchive> plan = actor.planCatalogue();

    assertThat(standing(plan, DAY)).isEqualTo(Standing.LOST);
    assertThat(standing(plan, NEXT)).isEqualTo(Standing.LOST);
    assertThat(plan).extracting(FoundArchive::series).containsOnly("readings");
    assertThat(actor.archives()).isEmpty();

    List<FoundArchive> rebuilt = actor.rebuildCatalogue();

    assertThat(standing(rebuilt, DAY)).isEqualTo(Standing.WRITTEN);
    isAsBefore(before, actor);
    assertThat(actor.rebuildCatalogue())
        .extracting(FoundArchive::standing)
        .containsOnly(Standing.KNOWN);
    assertThat(actor.restore(RestoreOrder.of(DAY)).items()).isEqualTo(fixture.items);
    assertThat(fixture.rows(DAY + "-restored")).hasSize(fixture.items);
  }

  @Test
  void rebuild_nativeExports_areBroughtBack() {
    ArchiveFixture own = exporting.fixture;
    Actor actor = own.actor(Actor.Kind.SYNC);
    own.fill(actor);
    exporting.begun(actor);
    exporting.exportsEnd();
    LifecycleFixture.ran(actor);
    List<ArchivedTable> before = actor.archives();
    assertThat(before).extracting(ArchivedTable::tableName).containsExactly(DAY);
    lose(DAY);
    assertThat(standing(actor.rebuildCatalogue(), DAY)).isEqualTo(Standing.LEFT);
    own.drop(DAY);

    assertThat(standing(actor.rebuildCatalogue(), DAY)).isEqualTo(Standing.WRITTEN);
    isAsBefore(before, actor);
    assertThat(actor.restore(RestoreOrder.of(DAY)).items()).isEqualTo(own.items);
  }

  /** A delete would be made on the strength of it, and it may have been given up. */
  @Test
  void rebuild_tableIsThere_leavesItToTheNextRun() {
    Actor actor = fixture.actor(Actor.Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    lose(DAY);

    assertThat(actor.rebuildCatalogue())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.standing()).isEqualTo(Standing.LEFT);
              assertThat(found.detail())
                  .isEqualTo("its table is there, and the next run archives it anew");
            });
    assertThat(actor.archives()).isEmpty();
  }

  @Test
  void rebuild_someAreDamaged_tellsEachAndBringsTheOthersBack() {
    Actor actor = fixture.actor(Actor.Kind.SYNC);
    List<ArchivedTable> before = gone(actor);
    lose(DAY, NEXT);
    String file =
        fixture.dataFiles().stream()
            .filter(key -> key.startsWith(folder(before.get(0))))
            .findFirst()
            .orElseThrow();
    byte[] content =
        fixture.s3.getObjectAsBytes(r -> r.bucket(fixture.bucket).key(file)).asByteArray();
    fixture.s3.deleteObject(r -> r.bucket(fixture.bucket).key(file));
    String summary = folder(before.get(1)) + "manifest-summary.json";
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(summary), RequestBody.fromString("{"));

    assertThat(actor.rebuildCatalogue())
        .allMatch(found -> found.standing() == Standing.DAMAGED)
        .satisfiesExactlyInAnyOrder(
            found -> assertThat(found.detail()).contains(file, "is not there"),
            found -> {
              assertThat(found.tableName()).isNull();
              assertThat(found.manifest()).endsWith(summary);
            });
    assertThat(actor.archives()).isEmpty();
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(file), RequestBody.fromBytes(content));
    assertThat(actor.rebuildCatalogue())
        .extracting(FoundArchive::standing)
        .containsExactlyInAnyOrder(Standing.WRITTEN, Standing.DAMAGED);
    isAsBefore(before.subList(0, 1), actor);
  }

  @Test
  void rebuild_severalArchivesOfATable_takesTheLastAndReplacesNothing() {
    Actor actor = fixture.actor(Actor.Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable first = fixture.archive(actor);
    fixture.s3.deleteObject(
        r -> r.bucket(fixture.bucket).key(folder(first) + "manifest-summary.json"));
    actor.restartArchive(DAY);
    fixture.now = fixture.now.plusSeconds(60);
    ArchivedTable second = fixture.archive(actor);
    fixture.s3.copyObject(
        r ->
            r.sourceBucket(fixture.bucket)
                .sourceKey(folder(second) + "manifest-summary.json")
                .destinationBucket(fixture.bucket)
                .destinationKey(folder(first) + "manifest-summary.json"));
    fixture.s3.copyObject(
        r ->
            r.sourceBucket(fixture.bucket)
                .sourceKey(folder(second) + "manifest-summary.checksum")
                .destinationBucket(fixture.bucket)
                .destinationKey(folder(first) + "manifest-summary.checksum"));
    fixture.drop(DAY);

    assertThat(actor.rebuildCatalogue())
        .extracting(FoundArchive::standing)
        .containsExactly(Standing.LEFT, Standing.KNOWN);
    lose(DAY);
    assertThat(actor.rebuildCatalogue())
        .extracting(FoundArchive::standing)
        .containsExactly(Standing.LEFT, Standing.WRITTEN);
    assertThat(actor.archives())
        .extracting(ArchivedTable::exportId)
        .containsExactly(second.exportId());
  }

  /** Two accounts have tables of the same names, and share a bucket. */
  @Test
  void rebuild_laterArchivesOfAnotherAccount_areLeftAndHideNone() throws Exception {
    Actor actor = fixture.actor(Actor.Kind.SYNC);
    List<ArchivedTable> before = gone(actor);
    lose(before.stream().map(ArchivedTable::tableName).toArray(String[]::new));
    String own = folder(before.get(0)) + "manifest-summary.";
    String others = own.replaceFirst("AWSDynamoDB/0\\d", "AWSDynamoDB/09");
    String summary =
        fixture
            .s3
            .getObjectAsBytes(r -> r.bucket(fixture.bucket).key(own + "json"))
            .asUtf8String()
            .replaceAll(":table/", "9:table/");
    byte[] md5 = MessageDigest.getInstance("MD5").digest(summary.getBytes(UTF_8));
    fixture.s3.putObject(
        r -> r.bucket(fixture.bucket).key(others + "json"), RequestBody.fromString(summary));
    fixture.s3.putObject(
        r -> r.bucket(fixture.bucket).key(others + "checksum"),
        RequestBody.fromString(Base64.getEncoder().encodeToString(md5)));

    List<FoundArchive> rebuilt = actor.rebuildCatalogue();

    assertThat(rebuilt)
        .filteredOn(found -> found.manifest().endsWith(others + "json"))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.standing()).isEqualTo(Standing.LEFT);
              assertThat(found.detail())
                  .contains("9:table/" + DAY)
                  .endsWith("of another account or region");
            });
    assertThat(rebuilt)
        .filteredOn(found -> found.manifest().endsWith(own + "json"))
        .extracting(FoundArchive::standing)
        .containsExactly(Standing.WRITTEN);
    isAsBefore(before, actor);
  }

  @KindsInTurn
  void rebuild_processEndsInTheMiddle_isFinishedByTheNext(Actor.Kind kind) {
    Actor actor = fixture.actor(kind);
    List<ArchivedTable> before = gone(actor);
    lose(before.stream().map(ArchivedTable::tableName).toArray(String[]::new));
    int[] puts = {0};
    fixture.also =
        call -> {
          boolean isEntry = call.request().toString().contains("attribute_not_exists(#pk)");
          if (isEntry && call.isAfter() && ++puts[0] == 1) {
            throw new Error("the process ends");
          }
        };
    assertThatThrownBy(actor::rebuildCatalogue).hasMessage("the process ends");
    fixture.also = call -> {};

    assertThat(Set.copyOf(actor.rebuildCatalogue().stream().map(FoundArchive::standing).toList()))
        .isSubsetOf(Standing.KNOWN, Standing.WRITTEN);
    isAsBefore(before, actor);
  }
}
