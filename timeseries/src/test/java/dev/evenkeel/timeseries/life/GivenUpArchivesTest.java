package dev.evenkeel.timeseries.life;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.ArchiveReader;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Request;

/** A rebuild knows an archive that was given up by its mark, whatever else is left. */
class GivenUpArchivesTest extends CatalogueRebuilds {
  /** Nothing is left of the last one that tells of it but its data. */
  @Test
  void rebuild_lastArchiveLostAllManifests_doesNotWriteOneThatWasGivenUp() {
    Actor actor = fixture.actor(Kind.SYNC);
    List<String> folders = archivedTwice(actor);
    write(folders.get(0) + "_given-up", mark);
    for (String name :
        List.of("files.json", "files.checksum", "summary.json", "summary.checksum")) {
      byte[] unused = removed(folders.get(1) + "manifest-" + name);
    }

    List<FoundArchive> all = actor.rebuildCatalogue();

    assertThat(in(folders.get(0), all).standing()).isEqualTo(Standing.LEFT);
    assertThat(in(folders.get(0), all).detail()).startsWith("it was given up while its table");
    assertThat(actor.archives()).extracting(ArchivedTable::tableName).doesNotContain(DAY);
  }

  /** As of a control table that was put back from a copy. */
  @Test
  void rebuild_catalogueHasAnArchiveThatWasGivenUp_saysHowToReplaceIt() {
    Actor actor = fixture.actor(Kind.SYNC);
    List<String> folders = archivedTwice(actor);
    write(folders.get(0) + "_given-up", mark);
    assertThat(in(folders.get(1), actor.rebuildCatalogue()).standing()).isEqualTo(Standing.WRITTEN);
    fixture.sync.updateItem(
        r ->
            r.tableName("control")
                .key(
                    Map.of(
                        "pk", AttributeValue.fromS("readings#archives"),
                        "sk", AttributeValue.fromS(DAY)))
                .updateExpression("SET #export = :export, created = :created")
                .expressionAttributeNames(Map.of("#export", "export"))
                .expressionAttributeValues(
                    Map.of(
                        ":export", AttributeValue.fromS(exportId(folders.get(0))),
                        ":created", AttributeValue.fromS("2026-01-01T00:00:00Z"))));

    FoundArchive left = in(folders.get(1), actor.rebuildCatalogue());

    assertThat(left.standing()).isEqualTo(Standing.LEFT);
    assertThat(left.detail())
        .contains(exportId(folders.get(0)), "which was given up. If this one is to be in its place")
        .contains("take the item with pk 'readings#archives' and sk '" + DAY + "' out of control");
    lose(DAY);
    assertThat(in(folders.get(1), actor.rebuildCatalogue()).standing()).isEqualTo(Standing.WRITTEN);
  }

  /** Whether a newer version has that archive or the other one is not known here. */
  @Test
  void rebuild_newerVersionWroteTheEntry_leavesTheOneThatWasGivenUpToo() {
    Actor actor = fixture.actor(Kind.SYNC);
    List<String> folders = archivedTwice(actor);
    write(folders.get(0) + "_given-up", mark);
    Map<String, AttributeValue> newer = new HashMap<>(firstEntry);
    newer.put("format", AttributeValue.fromN("2"));
    fixture.sync.putItem(r -> r.tableName("control").item(newer));

    List<FoundArchive> all = actor.rebuildCatalogue();

    for (String folder : folders) {
      assertThat(in(folder, all).standing()).isEqualTo(Standing.LEFT);
      assertThat(in(folder, all).detail()).contains("it has format 2, and only 1 is known");
    }
  }

  /** The control table was put back from a copy that is older than the second archive. */
  @KindsInTurn
  void restore_catalogueHasAnArchiveThatWasGivenUp_writesNothing(Kind kind) {
    Actor actor = fixture.actor(kind);
    List<String> folders = archivedTwice(actor);
    write(folders.get(0) + "_given-up", mark);
    fixture.sync.putItem(r -> r.tableName("control").item(firstEntry));
    List<String> tables = fixture.sync.listTables().tableNames();

    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(DAY)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("restore on '" + DAY + "' refused")
        .hasMessageContaining("archive '" + exportId(folders.get(0)) + "', which was given up")
        .hasMessageContaining(folders.get(0) + "_given-up says so");

    assertThat(fixture.sync.listTables().tableNames()).isEqualTo(tables);
    String target = "readings#restore#" + DAY + "-restored";
    assertThat(fixture.notes(target)).isEmpty();
    assertThat(fixture.notes(target + "#lease")).isEmpty();
    assertThat(in(folders.get(1), actor.planCatalogue()).detail())
        .contains("which was given up. If this one is to be in its place");
    lose(DAY);
    assertThat(in(folders.get(1), actor.rebuildCatalogue()).standing()).isEqualTo(Standing.WRITTEN);
    assertThat(actor.restore(RestoreOrder.of(DAY)).items()).isEqualTo(fixture.items + 1);
  }

  /** Who wants the earlier one all the same says so by taking the mark off. */
  @Test
  void read_catalogueHasAnArchiveThatWasGivenUp_isRefusedWhileItHasTheMark() {
    Actor actor = fixture.actor(Kind.SYNC);
    List<String> folders = archivedTwice(actor);
    write(folders.get(0) + "_given-up", mark);
    fixture.sync.putItem(r -> r.tableName("control").item(firstEntry));
    ArchiveReader reader = ArchiveReader.of(fixture.spec(), "control", fixture.sync, fixture.s3);
    ArchivedTable first = requireNonNull(reader.find(DAY));

    assertThatThrownBy(() -> reader.read(first, item -> {}))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("which was given up");

    byte[] unused = removed(folders.get(0) + "_given-up");
    assertThat(reader.read(first, item -> {})).startsWith("1:" + fixture.items + ":");
    assertThat(actor.restore(RestoreOrder.of(DAY)).items()).isEqualTo(fixture.items);
  }

  /** The spec is back to what it was before anybody else looks. */
  @Test
  void run_diesBetweenMarkAndTransaction_deletesNothingUntilItIsArchivedAnew() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    String first = folder(fixture.archive(actor));
    fixture.series = spec -> spec.lateness(Duration.ofHours(30));
    fixture.runDiesBeforeItsCatalogue();
    assertThat(fixture.objects()).contains(first + "_given-up");
    assertThat(actor.archives()).extracting(ArchivedTable::tableName).contains(DAY);

    fixture.series = spec -> spec;
    fixture.now = ArchiveFixture.PAST_RETENTION;
    assertThat(LifecycleFixture.ran(actor).isComplete()).isFalse();
    assertThat(fixture.deleted).doesNotContain(DAY);
    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(DAY)))
        .hasMessageContaining("which was given up");

    actor.restartArchive(DAY);
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(DAY);
    assertThat(actor.restore(RestoreOrder.of(DAY)).items()).isEqualTo(fixture.items);
  }

  /** Writes come first: a table that has to be reopened does not wait for a bucket. */
  @Test
  void run_bucketRefusesTheMark_reopensTheTableAllTheSame() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    String first = folder(fixture.archive(actor));
    List<String> refused = new ArrayList<>();
    S3Client readOnly =
        new DelegatingS3Client(fixture.s3) {
          @Override
          protected <T extends S3Request, R> R invokeOperation(
              T request, Function<T, R> operation) {
            if (request instanceof PutObjectRequest put) {
              assertThat(actor.archives()).extracting(CatalogueRebuilds::folder).contains(first);
              refused.add(put.key());
              throw S3Exception.builder().statusCode(403).message("Access Denied").build();
            }
            return operation.apply(request);
          }
        };
    fixture.series = spec -> spec.lateness(Duration.ofHours(30));

    assertThat(LifecycleFixture.ran(fixture.actor(call -> {}, readOnly)).isComplete()).isTrue();

    assertThat(refused).containsOnly(first + "_given-up");
    assertThat(fixture.objects()).doesNotContain(first + "_given-up");
    assertThat(actor.archives()).isEmpty();
  }

  private static String exportId(String folder) {
    return folder.substring(folder.indexOf("AWSDynamoDB/") + 12, folder.length() - 1);
  }
}
