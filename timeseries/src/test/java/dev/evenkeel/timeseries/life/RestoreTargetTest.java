package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A restore that died beside its CreateTable takes its own table, and no other. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class RestoreTargetTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final RestoreOrder ORDER = RestoreOrder.of(DAY);
  private static final String TARGET = ORDER.target();
  private static final String NOTES = "readings#restore#" + TARGET;
  private static final String TAG = "evenkeel.restored-from";
  private static final int ITEMS = 60;

  private final TaggingClient tagging;
  private final ArchiveFixture fixture;

  RestoreTargetTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.tagging = new TaggingClient(sync);
    this.fixture = new ArchiveFixture(localS3, tagging, async, s3, s3Async, ITEMS);
    fixture.series = spec -> spec.template(Series.daily().template()); // with a stream
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private Actor archived() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    return actor;
  }

  private void dies(Actor actor, boolean isCreated) {
    fixture.also =
        call -> {
          if (call.request() instanceof CreateTableRequest && call.isAfter() == isCreated) {
            throw new Error("the process ends");
          }
        };
    assertThatThrownBy(() -> actor.restore(ORDER)).hasMessage("the process ends");
    fixture.also = call -> {};
  }

  private TableDescription stranger(Map<String, String> tags) {
    return fixture
        .sync
        .createTable(fixture.spec().template().creating(TARGET, tags))
        .tableDescription();
  }

  private void refused(Actor actor, TableDescription stranger, String... message) {
    fixture.also = call -> assertThat(call.operation()).isNotEqualTo("BatchWriteItem");
    assertThatThrownBy(() -> actor.restore(ORDER))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("there is a table of that name already, and ")
        .hasMessageContainingAll(message);
    fixture.also = call -> {};
    assertThat(fixture.sync.describeTable(r -> r.tableName(TARGET)).table().tableId())
        .isEqualTo(stranger.tableId());
    assertThat(fixture.rows(TARGET)).isEmpty();
  }

  private void restores(Actor actor) {
    assertThat(actor.restore(ORDER).isDone()).isTrue();
    assertThat(fixture.rows(TARGET)).isEqualTo(fixture.rows(DAY)).hasSize(ITEMS);
    assertThat(fixture.notes(NOTES)).isEmpty();
  }

  @Test
  void restore_diedAfterCreateTable_takesItsOwnTable() {
    Actor actor = archived();
    dies(actor, true);
    String made = fixture.sync.describeTable(r -> r.tableName(TARGET)).table().tableId();

    restores(actor);

    assertThat(fixture.sync.describeTable(r -> r.tableName(TARGET)).table().tableId())
        .isEqualTo(made);
  }

  @Tag("deep")
  @Test
  void restore_strangerCreatedAnEmptyTableMeanwhile_isRefused() {
    Actor actor = archived();
    dies(actor, false);
    TableDescription stranger = stranger(Map.of("owner", "somebody"));
    fixture.now = stranger.creationDateTime().plusSeconds(600);

    refused(actor, stranger, "this restore did not make it", "Restore to another name");

    fixture.drop(TARGET);
    TableDescription other = stranger(Map.of(TAG, DAY + "/0123456789abcdef0123456789abcdef"));
    Instant before = fixture.now;
    refused(actor, other, "this restore did not make it");
    assertThat(fixture.now).as("a tag that is told needs no waiting").isEqualTo(before);
    fixture.drop(TARGET);
    restores(actor);
  }

  @Tag("deep")
  @Test
  void restore_tagsAreToldLate_waitsForThem() {
    Actor actor = archived();
    dies(actor, true);
    fixture.now = fixture.sync.describeTable(r -> r.tableName(TARGET)).table().creationDateTime();
    Instant visibleAt = fixture.now.plusSeconds(240);
    tagging.isVisible = () -> !fixture.now.isBefore(visibleAt);

    restores(actor);

    assertThat(fixture.now).isAfterOrEqualTo(visibleAt);
  }

  @Test
  void restore_tagsMayNotBeRead_saysWhatToAllow() {
    Actor actor = archived();
    dies(actor, true);
    tagging.isAllowed = false;
    TableDescription made = fixture.sync.describeTable(r -> r.tableName(TARGET)).table();

    refused(actor, made, "may not be read", "Allow dynamodb:ListTagsOfResource on it");

    tagging.isAllowed = true;
    restores(actor);
  }

  @Tag("deep")
  @Test
  void restore_engineHasNoTags_takesOnlyWhatIsNewAndEmpty() {
    Actor actor = archived();
    dies(actor, true);
    Actor without =
        Actor.sync(
            CallWatch.sync(tagging.plain(), call -> fixture.also.accept(call)),
            fixture.s3,
            null,
            builder ->
                builder
                    .table(fixture.spec())
                    .controlTable("control")
                    .virtualTime(
                        () -> fixture.now, pause -> fixture.now = fixture.now.plus(pause)));
    Map<String, AttributeValue> item = fixture.rows(DAY).iterator().next();
    fixture.sync.putItem(r -> r.tableName(TARGET).item(item));

    assertThatThrownBy(() -> without.restore(ORDER))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("this restore did not make it");
    assertThat(fixture.rows(TARGET)).hasSize(1);

    fixture.drop(TARGET);
    dies(without, true);
    restores(without);
  }

  @Tag("deep")
  @Test
  void restore_beganByAnEarlierVersion_goesOnIfItsTableIsNoted() {
    Actor actor = archived();
    int[] puts = {0};
    fixture.also =
        call -> {
          if (call.operation().equals("BatchWriteItem") && call.isAfter() && puts[0]++ == 0) {
            throw new Error("the process ends");
          }
        };
    assertThatThrownBy(() -> actor.restore(ORDER)).hasMessage("the process ends");
    fixture.also = call -> {};
    asOfAnEarlierVersion();
    restores(actor);

    RestoreOrder again = RestoreOrder.of(DAY);
    fixture.drop(TARGET);
    dies(actor, true);
    asOfAnEarlierVersion();
    TableDescription made = fixture.sync.describeTable(r -> r.tableName(TARGET)).table();
    refused(actor, made, "nothing tells whether an earlier version made it", "delete it");
    fixture.drop(TARGET);
    assertThat(actor.restore(again).state()).isEqualTo(State.DONE);
  }

  /** Such a header has no id. */
  private void asOfAnEarlierVersion() {
    List<Map<String, AttributeValue>> headers =
        fixture.notes(NOTES).stream().filter(note -> note.get("sk").s().equals("restore")).toList();
    assertThat(headers)
        .singleElement()
        .satisfies(header -> assertThat(header.get("restore").s()).matches("[0-9a-f]{32}"));
    Map<String, AttributeValue> header = new HashMap<>(headers.get(0));
    header.remove("restore");
    fixture.sync.putItem(r -> r.tableName("control").item(header));
  }
}
