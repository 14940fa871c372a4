package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A restore that died beside its CreateTable takes its own table, and nobody else's. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class RestoreTargetTest {
  private static final String DAY = ArchiveWorld.DAY;
  private static final RestoreOrder ORDER = RestoreOrder.of(DAY);
  private static final String TARGET = ORDER.target();
  private static final String NOTES = "readings#restore#" + TARGET;
  private static final String TAG = "evenkeel.restored-from";
  private static final int ITEMS = 60;

  private final TaggingClient tagging;
  private final ArchiveWorld world;

  RestoreTargetTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.tagging = new TaggingClient(sync);
    this.world = new ArchiveWorld(localS3, tagging, async, s3, s3Async, ITEMS);
  }

  @AfterEach
  void removeTables() {
    world.removeTables();
  }

  private Actor archived() {
    Actor actor = world.actor(Actor.Kind.SYNC);
    world.fill(actor);
    ArchivedTable unused = world.archive(actor);
    return actor;
  }

  private void dies(Actor actor, boolean isCreated) {
    world.also =
        call -> {
          if (call.request() instanceof CreateTableRequest && call.isAfter() == isCreated) {
            throw new Error("the process ends");
          }
        };
    assertThatThrownBy(() -> actor.restore(ORDER)).hasMessage("the process ends");
    world.also = call -> {};
  }

  private TableDescription stranger(Map<String, String> tags) {
    return world
        .sync
        .createTable(world.spec().template().creating(TARGET, tags))
        .tableDescription();
  }

  private void refused(Actor actor, TableDescription stranger, String... said) {
    world.also = call -> assertThat(call.operation()).isNotEqualTo("BatchWriteItem");
    assertThatThrownBy(() -> actor.restore(ORDER))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("there is a table of that name already, and ")
        .hasMessageContainingAll(said);
    world.also = call -> {};
    assertThat(world.sync.describeTable(r -> r.tableName(TARGET)).table().tableId())
        .isEqualTo(stranger.tableId());
    assertThat(world.rows(TARGET)).isEmpty();
  }

  private void restores(Actor actor) {
    assertThat(actor.restore(ORDER).isDone()).isTrue();
    assertThat(world.rows(TARGET)).isEqualTo(world.rows(DAY)).hasSize(ITEMS);
    assertThat(world.notes(NOTES)).isEmpty();
  }

  @Test
  void restore_diedAfterCreateTable_takesItsOwnTable() {
    Actor actor = archived();
    dies(actor, true);
    String made = world.sync.describeTable(r -> r.tableName(TARGET)).table().tableId();

    restores(actor);

    assertThat(world.sync.describeTable(r -> r.tableName(TARGET)).table().tableId())
        .isEqualTo(made);
  }

  @Test
  void restore_strangerCreatedAnEmptyTableMeanwhile_isRefused() {
    Actor actor = archived();
    dies(actor, false);
    TableDescription stranger = stranger(Map.of("owner", "somebody"));
    world.now = stranger.creationDateTime().plusSeconds(600);

    refused(actor, stranger, "this restore did not make it", "Restore to another name");

    world.drop(TARGET);
    TableDescription other = stranger(Map.of(TAG, DAY + "/0123456789abcdef0123456789abcdef"));
    Instant before = world.now;
    refused(actor, other, "this restore did not make it");
    assertThat(world.now).as("a tag that is told needs no waiting").isEqualTo(before);
    world.drop(TARGET);
    restores(actor);
  }

  @Test
  void restore_tagsAreToldLate_waitsForThem() {
    Actor actor = archived();
    dies(actor, true);
    world.now = world.sync.describeTable(r -> r.tableName(TARGET)).table().creationDateTime();
    Instant told = world.now.plusSeconds(240);
    tagging.isTold = () -> !world.now.isBefore(told);

    restores(actor);

    assertThat(world.now).isAfterOrEqualTo(told);
  }

  @Test
  void restore_tagsMayNotBeRead_saysWhatToAllow() {
    Actor actor = archived();
    dies(actor, true);
    tagging.isAllowed = false;
    TableDescription made = world.sync.describeTable(r -> r.tableName(TARGET)).table();

    refused(actor, made, "may not be read", "Allow dynamodb:ListTagsOfResource on it");

    tagging.isAllowed = true;
    restores(actor);
  }

  @Test
  void restore_engineHasNoTags_takesOnlyWhatIsNewAndEmpty() {
    Actor actor = archived();
    dies(actor, true);
    Actor without =
        Actor.sync(
            CallWatch.sync(tagging.plain(), call -> world.also.accept(call)),
            world.s3,
            null,
            builder ->
                builder
                    .table(world.spec())
                    .controlTable("control")
                    .virtualTime(() -> world.now, pause -> world.now = world.now.plus(pause)));
    Map<String, AttributeValue> item = world.rows(DAY).iterator().next();
    world.sync.putItem(r -> r.tableName(TARGET).item(item));

    assertThatThrownBy(() -> without.restore(ORDER))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("this restore did not make it");
    assertThat(world.rows(TARGET)).hasSize(1);

    world.drop(TARGET);
    dies(without, true);
    restores(without);
  }

  @Test
  void restore_beganByAnEarlierVersion_goesOnIfItsTableIsNoted() {
    Actor actor = archived();
    int[] puts = {0};
    world.also =
        call -> {
          if (call.operation().equals("BatchWriteItem") && call.isAfter() && puts[0]++ == 0) {
            throw new Error("the process ends");
          }
        };
    assertThatThrownBy(() -> actor.restore(ORDER)).hasMessage("the process ends");
    world.also = call -> {};
    asOfAnEarlierVersion();
    restores(actor);

    RestoreOrder again = RestoreOrder.of(DAY);
    world.drop(TARGET);
    dies(actor, true);
    asOfAnEarlierVersion();
    TableDescription made = world.sync.describeTable(r -> r.tableName(TARGET)).table();
    refused(actor, made, "nothing tells whether an earlier version made it", "delete it");
    world.drop(TARGET);
    assertThat(actor.restore(again).state()).isEqualTo(State.DONE);
  }

  /** Such a header has no id. */
  private void asOfAnEarlierVersion() {
    List<Map<String, AttributeValue>> headers =
        world.notes(NOTES).stream().filter(note -> note.get("sk").s().equals("restore")).toList();
    assertThat(headers)
        .singleElement()
        .satisfies(header -> assertThat(header.get("restore").s()).matches("[0-9a-f]{32}"));
    Map<String, AttributeValue> header = new HashMap<>(headers.get(0));
    header.remove("restore");
    world.sync.putItem(r -> r.tableName("control").item(header));
  }
}
