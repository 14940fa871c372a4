package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A lost catalogue is rebuilt from the objects in the bucket. */
class CatalogueRebuildTest extends CatalogueRebuilds {
  private ExportFixture exporting;

  @BeforeEach
  void export(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    exporting = new ExportFixture(localS3, sync, async, s3, s3Async, 60);
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

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void rebuild_controlTableIsLost_bringsEveryEntryBack(Kind kind) {
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

  @Tag("deep")
  @Test
  void rebuild_nativeExports_areBroughtBack() {
    ArchiveFixture own = exporting.fixture;
    Actor actor = own.actor(Kind.SYNC);
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
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    lose(DAY);

    assertThat(actor.rebuildCatalogue())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.standing()).isEqualTo(Standing.LEFT);
              assertThat(found.detail())
                  .isEqualTo(
                      "its table is there: the next run archives it anew, or 'evenkeel tables archive --restart' has it do so");
            });
    assertThat(actor.archives()).isEmpty();
  }

  @KindsInTurn
  void rebuild_processEndsInTheMiddle_isFinishedByTheNext(Kind kind) {
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
