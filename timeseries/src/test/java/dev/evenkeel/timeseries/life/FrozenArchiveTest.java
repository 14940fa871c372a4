package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.RestoreObjectRequest;
import software.amazon.awssdk.services.s3.model.StorageClass;
import software.amazon.awssdk.services.s3.model.Tier;

/** Archives in classes that S3 restores for hours before they are read. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class FrozenArchiveTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final String TARGET = DAY + "-restored";
  private static final int ITEMS = 90;
  private static final RestoreOrder ORDER =
      RestoreOrder.of(DAY).retrieving(Tier.BULK, Duration.ofDays(3)).at(1_000_000);

  private final Glacier glacier = new Glacier();
  private final ArchiveFixture fixture;

  FrozenArchiveTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture =
        new ArchiveFixture(localS3, sync, async, glacier.over(s3), glacier.over(s3Async), ITEMS);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private Instant inDays(int days) {
    return fixture.now.plus(Duration.ofDays(days));
  }

  private Actor archived(Kind kind, StorageClass dataClass) {
    fixture.dataClass = dataClass;
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    return actor;
  }

  private void restoredNothing() {
    assertThat(fixture.sync.listTables().tableNames()).doesNotContain(TARGET);
    assertThat(glacier.readsRefused).isZero();
  }

  private static RestoreReport restoring(int ready, int files) {
    return new RestoreReport(
        TARGET,
        State.RETRIEVING,
        0,
        ITEMS,
        "S3 is restoring the files: %d of %d are ready".formatted(ready, files));
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void restore_frozenFiles_waitsForS3AndGoesOn(Kind kind) {
    Actor actor = archived(kind, StorageClass.GLACIER);
    Set<Map<String, AttributeValue>> before = fixture.rows(DAY);
    List<String> files = glacier.frozen();
    assertThat(files).hasSizeGreaterThan(2).isEqualTo(fixture.dataFiles());
    fixture.now = ArchiveFixture.PAST_RETENTION;
    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
    assertThat(fixture.deleted).as("proven by manifests and a listing").contains(DAY);
    restoredNothing();

    assertThat(actor.restore(ORDER)).isEqualTo(restoring(0, files.size()));
    assertThat(glacier.asked)
        .allSatisfy(
            request -> {
              assertThat(request.restoreRequest().days()).isEqualTo(3);
              assertThat(request.restoreRequest().glacierJobParameters().tier())
                  .isEqualTo(Tier.BULK);
            })
        .extracting(RestoreObjectRequest::key)
        .containsExactlyInAnyOrderElementsOf(files);
    restoredNothing();

    assertThat(actor.restore(ORDER)).isEqualTo(restoring(0, files.size()));
    glacier.restore(files.subList(0, 2), inDays(3));
    assertThat(actor.restore(ORDER)).isEqualTo(restoring(2, files.size()));
    restoredNothing();
    assertThat(glacier.asked).as("each was asked for once").hasSize(files.size());

    glacier.restore(files, inDays(3));
    assertThat(actor.restore(ORDER))
        .isEqualTo(new RestoreReport(TARGET, State.DONE, ITEMS, ITEMS, ""));
    assertThat(fixture.rows(TARGET)).isEqualTo(before);
    assertThat(glacier.asked).hasSize(files.size());
    assertThat(glacier.readsRefused).isZero();
  }

  @KindsInTurn
  void restore_copiesThatGo_areAskedForAgain(Kind kind) {
    Actor actor = archived(kind, StorageClass.GLACIER);
    List<String> files = glacier.frozen();
    assertThat(actor.restore(ORDER).state()).isEqualTo(State.RETRIEVING);
    glacier.restore(files, inDays(3));
    glacier.refreeze(files.subList(0, 2));

    assertThat(actor.restore(ORDER)).isEqualTo(restoring(files.size() - 2, files.size()));
    assertThat(glacier.asked).hasSize(files.size() + 2);
    restoredNothing();

    glacier.restore(files, inDays(3));
    glacier.restore(files.subList(0, 3), fixture.now.plus(Duration.ofHours(23)));
    assertThat(actor.restore(ORDER).state()).isEqualTo(State.DONE);
    assertThat(glacier.asked.subList(files.size() + 2, glacier.asked.size()))
        .as("three copies are kept longer")
        .extracting(RestoreObjectRequest::key)
        .containsExactlyInAnyOrderElementsOf(files.subList(0, 3));
  }

  @KindsInTurn
  void restore_brokenOffBetweenRequests_asksForTheRest(Kind kind) {
    Actor actor = archived(kind, StorageClass.GLACIER);
    List<String> files = glacier.frozen();
    glacier.restoresMax = 1;
    assertThatThrownBy(() -> actor.restore(ORDER))
        .hasFieldOrPropertyWithValue("reason", Reason.ACCESS_DENIED);
    int before = glacier.asked.size();
    glacier.restoresMax = Integer.MAX_VALUE;

    assertThat(actor.restore(ORDER)).isEqualTo(restoring(0, files.size()));

    assertThat(glacier.asked).hasSize(before + files.size() - 1);
    restoredNothing();
  }

  @KindsInTurn
  void restore_someFilesMovedByARule_asksForThemOnly(Kind kind) {
    Actor actor = archived(kind, StorageClass.STANDARD);
    String moved = fixture.dataFiles().get(1);
    glacier.freeze(moved);

    assertThat(actor.restore(ORDER)).isEqualTo(restoring(0, 1));
    assertThat(glacier.asked).extracting(RestoreObjectRequest::key).containsExactly(moved);
    glacier.restore(List.of(moved), inDays(3));
    assertThat(actor.restore(ORDER).state()).isEqualTo(State.DONE);
  }

  @KindsInTurn
  void restore_nothingFrozen_costsNothingMore(Kind kind) {
    Actor actor = archived(kind, StorageClass.STANDARD);
    int before = glacier.listings;

    assertThat(actor.restore(ORDER).state()).isEqualTo(State.DONE);

    assertThat(glacier.listings).isEqualTo(before + 1);
    assertThat(glacier.listingsOfRestores).isZero();
    assertThat(glacier.asked).isEmpty();
  }
}
