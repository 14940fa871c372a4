package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The spec says another bucket while an archive is under way. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ChangedPlaceTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final int ITEMS = 150;

  private final LocalS3 localS3;
  private final ArchiveFixture fixture;

  ChangedPlaceTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.localS3 = localS3;
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, ITEMS);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private void diesAfterTwoFiles(Actor actor) {
    fixture.fill(actor);
    int[] notes = {0};
    fixture.also =
        call -> {
          boolean isFile = call.request().toString().contains("file#");
          if (call.isAfter() && isFile && ++notes[0] == 2) {
            throw new Error("the process ends");
          }
        };
    assertThatThrownBy(() -> LifecycleFixture.ran(actor)).hasMessage("the process ends");
    fixture.also = call -> {};
    fixture.now = fixture.now.plusSeconds(600);
  }

  @KindsInTurn
  void run_anotherBucketIsSaidMeanwhile_namesBothAndGoesOnInTheFirst(Kind kind) {
    diesAfterTwoFiles(fixture.actor(kind));
    String first = fixture.bucket;
    List<String> there = fixture.objects();
    fixture.bucket = localS3.newBucket();

    LifecycleReport report = LifecycleFixture.ran(fixture.actor(kind));

    assertThat(report.outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Archive)
        .singleElement()
        .satisfies(
            outcome ->
                assertThat(outcome.cause())
                    .isInstanceOf(RefusedOperationException.class)
                    .hasMessageContaining(
                        "under way in s3://%s/old/, and the spec says that archives are in s3://%s/old/"
                            .formatted(first, fixture.bucket))
                    .hasMessageContaining("--restart"));
    assertThat(fixture.objects()).isEmpty();
    fixture.bucket = first;
    assertThat(fixture.objects()).isEqualTo(there);
    Actor back = fixture.actor(kind);
    assertThat(fixture.archive(back).items()).isEqualTo(ITEMS);
    assertThat(back.restore(RestoreOrder.of(DAY)).items()).isEqualTo(ITEMS);
  }

  @Test
  void restartArchive_anotherBucketIsSaid_beginsAnewThere() {
    diesAfterTwoFiles(fixture.actor(Kind.SYNC));
    fixture.bucket = localS3.newBucket();
    Actor actor = fixture.actor(Kind.SYNC);

    actor.restartArchive(DAY);

    assertThat(fixture.archive(actor).bucket()).isEqualTo(fixture.bucket);
    assertThat(actor.restore(RestoreOrder.of(DAY)).items()).isEqualTo(ITEMS);
  }

  /** Somebody mends the name of a bucket that is not there. */
  @Test
  void run_noFileIsThereYet_goesOnInTheOtherBucket() {
    String right = fixture.bucket;
    fixture.bucket = "not-there-" + right;
    Actor wrong = fixture.actor(Kind.SYNC);
    fixture.fill(wrong);
    assertThat(LifecycleFixture.ran(wrong).isComplete()).isFalse();
    fixture.bucket = right;

    assertThat(fixture.archive(fixture.actor(Kind.SYNC)).bucket()).isEqualTo(right);
  }

  /** An earlier version notes no place. */
  @Test
  void run_placeIsNotKnown_goesOn() {
    diesAfterTwoFiles(fixture.actor(Kind.SYNC));
    fixture.sync.updateItem(
        r ->
            r.tableName("control")
                .key(
                    Map.of(
                        "pk", AttributeValue.fromS("readings#" + DAY),
                        "sk", AttributeValue.fromS("archive")))
                .updateExpression("REMOVE place"));

    assertThat(fixture.archive(fixture.actor(Kind.SYNC)).items()).isEqualTo(ITEMS);
  }
}
