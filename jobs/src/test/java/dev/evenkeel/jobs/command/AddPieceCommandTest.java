package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Pieces that are planned, added and refused. */
class AddPieceCommandTest extends LayoutRuns {
  AddPieceCommandTest(LocalDynamoDb server) {
    super(server);
  }

  private Result addPiece(int shards, String... more) {
    List<String> line = new ArrayList<>(List.of("--key", "home", "--to", "" + shards));
    line.addAll(List.of(more));
    return layout("add-piece", line.toArray(String[]::new));
  }

  @Test
  void addPiece_ofALiveTable_isPlannedThenAdded() throws IOException {
    click(plain, "home", 1);
    ShardingDynamoDbClient client = client();
    click(client, "home", 2);
    late = "20m";
    Result plan = addPiece(4);
    late = "1s";

    assertThat(plan.code()).as(plan.err()).isZero();
    assertThat(plan.err()).isEmpty();
    Golden.check("layout-add-piece.txt", plan.out());
    assertThat(layout("show").out()).contains("SETTLED", "No key has pieces of its own.");

    Result added = addPiece(4, "--apply", "-o", "json");

    assertThat(added.code()).as(added.err()).isZero();
    assertThat(added.err().lines())
        .containsExactly(
            "layout add-piece: 1 of 2: waits 4s, until every client has registered",
            "layout add-piece: 2 of 2: writes of this key wait, when every client has beaten, until each has acknowledged; registered: 1");
    assertThat(added.json().path("dryRun").asBoolean()).isFalse();
    assertThat(added.json().path("pieces")).hasSize(1);
    assertThat(added.json().path("added").path(1).path("shards").asInt()).isEqualTo(4);
    assertThat(added.json().path("added").path(1).path("from").path("S").asText())
        .isEqualTo("t002\0");
    for (int at = 3; at < 30; at++) {
      click(client, "home", at);
    }
    assertThat(plain.scan(scan -> scan.tableName(TABLE)).items())
        .extracting(item -> item.get("page").s())
        .contains("home", "home.0", "home.1", "home.2", "home.3");
    typed.now = Instant.now();
    Golden.check("layout-show.txt", steady(layout("show").out()));
    assertThat(layout("show", "-o", "json").json().path("keys").path(0).path("pieces")).hasSize(2);
    assertThat(addPiece(8).out())
        .startsWith(
            """
            home now: 1 shard, above t002 4 shards
            then: 1 shard, above t002 4 shards, above the greatest sort key (now t029) 8 shards
            """)
        .doesNotContain("register ");
  }

  private static String steady(String shown) {
    return shown.replaceAll(
        "written at [0-9TZ:-]+, [0-9hms ]+ ago", "written at (time), (age) ago");
  }

  @Tag("deep")
  @Test
  void addPiece_withOtherTimesThanTheClients_isRefused() {
    lease = "1s";
    store();
    assertThat(layout("ready").code()).isZero();
    late = "20m";
    Result refused = addPiece(4, "--apply");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .hasLineCount(1)
        .contains(
            "it was made for 'late PT1S', and this spec says 'late PT20M'. All clients and",
            "--lease and --late.");
  }

  @Test
  @Tag("deep")
  void addPiece_withAClientThatDied_namesItAndWaitsIfAsked() {
    late = "12s"; // with the lease much longer than a change waits for a client
    store();
    assertThat(layout("ready").code()).isZero();
    plain.putItem(
        put ->
            put.tableName(LAYOUTS)
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS(TABLE + "#clients#0"),
                        "sk", AttributeValue.fromS("gone"),
                        "beat", AttributeValue.fromN("1"),
                        "host", AttributeValue.fromS("machine 7"),
                        "library", AttributeValue.fromS("1"))));
    Result refused = addPiece(4, "--apply");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err().lines().reduce((first, last) -> last).orElseThrow())
        .startsWith("evenkeel: The layout of table 'clicks' was not changed. Clients that are")
        .contains("machine 7");
    assertThat(addPiece(4).out()).contains("then: the last piece has no item, and has 4 shards");
    Result waited = addPiece(4, "--apply", "--wait");
    assertThat(waited.code()).as(waited.err()).isZero();
    assertThat(waited.out()).isEqualTo("home: 4 shards\n");
  }

  @Tag("deep")
  @Test
  void addPiece_whereItCannotBe_isRefusedInALine() {
    lease = "1s";
    Result absent = layout("show");
    assertThat(absent.code()).isEqualTo(1);
    assertThat(absent.err())
        .hasLineCount(1)
        .startsWith("evenkeel: there is no control table 'evenkeel-layouts' there");

    store();
    click(plain, "home.2", 1);
    Result held = addPiece(4);
    assertThat(held.code()).isEqualTo(1);
    assertThat(held.err())
        .hasLineCount(1)
        .contains("1 of the 4 partition keys of the new shards hold items already");

    assertThat(layout("ready").code()).isZero();
    Result other = layout("show", "--shards", "8");
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.err()).hasLineCount(1).contains("it was made for ");
    assertThat(addPiece(1).err())
        .isEqualTo("evenkeel: A piece to come has 2..1024 shards, not 1.\n");
    assertThat(addPiece(2, "--wait").err()).hasLineCount(1).contains("Add --apply.");
    assertThat(typed.run("layout", "show", "--table", TABLE).err())
        .hasLineCount(1)
        .contains("--partition-key and --sort-key");
    typed.calls.granting(List.of());
    assertThat(layout("show").err())
        .hasLineCount(1)
        .contains("'evenkeel iam --layout TABLE' prints");
  }

  @Tag("deep")
  @Test
  void addPiece_fromASortKey_isPlannedThenAdded() throws IOException {
    click(plain, "home", 1);
    store();
    Result plan = addPiece(4, "--from", "t005");
    assertThat(plan.code()).as(plan.err()).isZero();
    Golden.check("layout-add-piece-from.txt", plan.out());
    lease = "1s";
    assertThat(addPiece(4, "--from", "t005", "-o", "json").json().path("from").path("S").asText())
        .isEqualTo("t005");
    Result hidden = addPiece(4, "--from", "t001", "--apply");
    assertThat(hidden.code()).isEqualTo(1);
    assertThat(hidden.err()).hasLineCount(1).contains("would hide 1 of this key's items");
    Result added = addPiece(4, "--from", "t005", "--apply");
    assertThat(added.code()).as(added.err()).isZero();
    assertThat(added.out()).isEqualTo("home: 1 shard, from t005 4 shards\n");
    Result base64 = addPiece(8, "--from", "!", "--sort-key-type", "B");
    assertThat(base64.err()).hasLineCount(1).contains("--from is no base64");
  }

  @Test
  void keyAndSortKey_behindAnEqualsSign_mayBeginWithADash() {
    lease = "1s";
    store();
    for (String dashed : List.of("-home", "--apply", "-h")) {
      Result plan = layout("add-piece", "--key=" + dashed, "--from=" + dashed, "--to", "4");
      assertThat(plan.code()).as(plan.err()).isZero();
      assertThat(plan.out())
          .startsWith(dashed + " now: 1 shard")
          .contains("from " + dashed + " 4 shards", "Nothing is changed.");
    }
    Result forgotten = layout("add-piece", "--key", "--apply", "--to", "4");
    assertThat(forgotten.code()).isEqualTo(1);
    assertThat(forgotten.err()).contains("Expected parameter for option '--key' but found");
  }

  @Test
  void addPiece_ofATableThatIsNotThere_namesIt() {
    store();
    plain.deleteTable(delete -> delete.tableName(TABLE));
    Result gone = addPiece(2);
    assertThat(gone.code()).isEqualTo(1);
    assertThat(gone.err()).hasLineCount(1).contains("ResourceNotFoundException", TABLE);
    assertThat(gone.err()).doesNotContain("control table");
  }
}
