package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Files that agree with their manifest, but not with the catalogue's digest. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class WrongDigestTest {
  private final ArchiveFixture fixture;

  WrongDigestTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 60);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void restore_catalogueTellsOfOtherItems_touchesNothing(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    Map<String, AttributeValue> note = new HashMap<>(fixture.notes("readings#archives").get(0));
    note.put("digest", AttributeValue.fromS("1:60:" + "0".repeat(64)));
    fixture.sync.putItem(r -> r.tableName("control").item(note));

    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(ArchiveFixture.DAY)))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.MISMATCH))
        .hasMessageContaining("its files hold other items than were archived");
    assertThat(fixture.sync.listTables().tableNames())
        .doesNotContain(ArchiveFixture.DAY + RestoreOrder.SUFFIX);
  }

  /** As where the summary of an archive was replaced by that of another one. */
  @Test
  void delete_summaryTellsOfOtherItems_keepsTheTable() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    Map<String, AttributeValue> note = new HashMap<>(fixture.notes("readings#archives").get(0));
    note.put("digest", AttributeValue.fromS("1:60:" + "0".repeat(64)));
    fixture.sync.putItem(r -> r.tableName("control").item(note));
    fixture.now = ArchiveFixture.PAST_RETENTION;

    List<Outcome> failed = new ArrayList<>();
    for (int runs = 0; runs < 3; runs++) {
      LifecycleFixture.ran(actor).outcomes().stream()
          .filter(outcome -> outcome.result() == Result.FAILED)
          .forEach(failed::add);
    }
    assertThat(failed)
        .isNotEmpty()
        .allMatch(
            outcome ->
                String.valueOf(outcome.cause())
                    .contains("tells of other items than were verified"));
    assertThat(fixture.deleted).doesNotContain(ArchiveFixture.DAY);
  }
}
