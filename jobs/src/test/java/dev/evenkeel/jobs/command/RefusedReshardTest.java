package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.MovedClicks.TABLE;
import static dev.evenkeel.jobs.command.MovedClicks.assertDone;
import static dev.evenkeel.jobs.command.MovedClicks.assertRefused;
import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@ExtendWith(LocalDynamoDbExtension.class)
class RefusedReshardTest {
  private final MovedClicks clicks;

  RefusedReshardTest(LocalDynamoDb server) {
    clicks = new MovedClicks(server);
  }

  @Tag("deep")
  @Test
  void verify_beforeRun_provesNothing() {
    assertDone(clicks.start("--apply"));

    Result early = clicks.reshard("verify");

    assertThat(early.code()).isEqualTo(1);
    assertThat(early.out())
        .startsWith("Not proved. Items at an old place: 30. ")
        .contains(MovedClicks.next("run"));
    assertRefused(
        clicks.reshard("finish"), "Items that were at their old places: 30. Run the move");
    assertDone(clicks.reshard("run"));
    assertDone(clicks.reshard("verify"));
    assertDone(clicks.reshard("finish"));
  }

  @Tag("deep")
  @Test
  void verify_ofAStrayItem_namesTheirNumber() {
    assertDone(clicks.start("--apply"));
    assertDone(clicks.reshard("run"));
    for (int shard = 0; shard < 4; shard++) {
      clicks.click("home." + shard, "stray", 1); // three of them are wrong
    }

    Result verify = clicks.reshard("verify");

    assertThat(verify.code()).isEqualTo(1);
    assertThat(verify.out())
        .startsWith("Not proved. Items where neither layout looks for them: 3. ");
    assertRefused(clicks.reshard("finish"), "Items where neither layout looks for them: 3. ");
  }

  @Tag("deep")
  @Test
  void start_ofAnItemThatWouldNotFit_isRefusedBeforeAnyWrite() {
    clicks.click("home", "y".repeat(1_000), 408_585);

    Result plan = clicks.reshard("plan", "--key", "home", "--to", "4");

    assertThat(plan.code()).isEqualTo(1);
    assertThat(plan.out())
        .contains("Items that cannot be moved, so that the start would be refused: 1. ");
    assertThat(clicks.start("--apply").code()).isEqualTo(1);
    assertThat(clicks.reshard("status").out())
        .startsWith("Control table 'evenkeel-layouts' knows of no change of table 'clicks'")
        .endsWith("clicks: SETTLED\n");
    Result all = clicks.reshard("start", "--all-keys", "--to", "4", "--without-clients", "--apply");
    assertThat(all.code()).isEqualTo(1);
    assertThat(all.out()).isEmpty();
    assertThat(all.err()).contains("Items that cannot be moved: 1. ");
    assertThat(clicks.reshard("status").out()).endsWith("clicks: SETTLED\n");
  }

  @Tag("deep")
  @Test
  void start_whereNoClientIsRegistered_isRefused() {
    String[] move = {"--key", "home", "--to", "4", "--apply"};
    String why = "no client of table 'clicks' is registered in control table 'evenkeel-layouts'";
    assertRefused(clicks.reshard("start", move), why, "layout ready", "--without-clients");
    assertDone(clicks.typed("layout ready"));
    assertRefused(clicks.reshard("start", move), why);

    Duration length = Duration.ofSeconds(1);
    try (LayoutStore store = LayoutStore.builder(clicks.plain).times(length, length).build();
        DynamoDbClient client = clicks.client(store)) {
      Map<String, AttributeValue> key =
          Map.of("page", AttributeValue.fromS("home"), "at", AttributeValue.fromS("t001"));
      assertThat(client.getItem(get -> get.tableName(TABLE).key(key)).hasItem()).isTrue();
      assertDone(clicks.reshard("start", move));
    }
  }

  @Tag("deep")
  @Test
  void start_besideAClientThatHasDied_isRefusedAndHoldsNothingBack() {
    assertDone(clicks.typed("layout ready"));
    clicks.plain.putItem(
        put ->
            put.tableName("evenkeel-layouts")
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS(TABLE + "#clients#0"),
                        "sk", AttributeValue.fromS("dead"),
                        "beat", AttributeValue.fromN("1"),
                        "host", AttributeValue.fromS("pid 1 on web-9"))));
    lateBy("1m"); // in which the client might still act
    String before = clicks.typed("layout show").out().replaceAll("written .* ago", "written");

    Result refused = clicks.reshard("start", "--key", "home", "--to", "4", "--apply");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .contains("Clients that are registered give no sign of life, in all 1: pid 1 on web-9.")
        .contains("No write was held back.");
    assertThat(clicks.typed("layout show").out().replaceAll("written .* ago", "written"))
        .isEqualTo(before)
        .startsWith("clicks: READY, ");
    assertThat(clicks.places()).isEqualTo(Map.of("about", 1L, "home", 30L));
  }

  /** Has the record say that requests may be so late, as if it had been made READY by that. */
  private void lateBy(String length) {
    Map<String, AttributeValue> item = record();
    String spec = item.get("spec").s().replace("late PT1S", "late PT" + length.toUpperCase(ROOT));
    item.put("spec", AttributeValue.fromS(spec));
    clicks.plain.putItem(put -> put.tableName("evenkeel-layouts").item(item));
    clicks.late = length;
  }

  private Map<String, AttributeValue> record() {
    Map<String, AttributeValue> key =
        Map.of("pk", AttributeValue.fromS(TABLE + "#layout"), "sk", AttributeValue.fromS("record"));
    return new HashMap<>(
        clicks.plain.getItem(get -> get.tableName("evenkeel-layouts").key(key)).item());
  }

  @Tag("deep")
  @Test
  void start_whereAnExpectedHostHasNoClient_isRefused() {
    assertRefused(clicks.start("--apply", "--expect", "web-9"), "'evenkeel layout ready' first");
    assertDone(clicks.typed("layout ready"));

    assertRefused(
        clicks.start("--apply", "--expect", "web-9"),
        "was not begun. No client has registered on: web-9. Look whether the client there");
    assertThat(clicks.typed("layout show").out()).startsWith("clicks: READY, ");
    assertThat(clicks.places()).containsOnlyKeys("about", "home");
  }

  @Tag("deep")
  @Test
  void start_repeatedWhileAnnouncedAndWhileItemsMove_saysWhatHolds() {
    String[] move = {"--all-keys", "--to", "4", "--apply", "--expect"};
    Duration length = Duration.ofSeconds(1);
    assertDone(clicks.typed("layout ready"));
    announced();
    try (LayoutStore store = LayoutStore.builder(clicks.plain).times(length, length).build();
        DynamoDbClient client = clicks.client(store)) {
      Map<String, AttributeValue> key =
          Map.of("page", AttributeValue.fromS("home"), "at", AttributeValue.fromS("t001"));
      assertThat(client.getItem(get -> get.tableName(TABLE).key(key)).hasItem()).isTrue();
      String[] elsewhere = with(move, "web-9");
      assertRefused(
          clicks.reshard("start", elsewhere), "was not begun. No client has registered on: web-9.");
      assertThat(clicks.typed("layout show").out()).startsWith("clicks: ANNOUNCED, ");
      String holds =
          "It is ANNOUNCED: a move of all its items to 4 shards was announced. Repeat the";
      String wayOut = "or give it up with 'evenkeel layout abort'.";
      assertRefused(clicks.start(), holds, wayOut);
      String[] piece = {"--key", "about", "--to", "2"};
      assertRefused(clicks.typed("layout add-piece", piece), holds, wayOut);
      assertRefused(clicks.typed("layout settle"), holds, wayOut);

      assertDone(clicks.reshard("start", with(move, here())));
      assertThat(clicks.typed("layout show").out()).startsWith("clicks: MOVING, ");
      assertRefused(clicks.reshard("start", elsewhere), "It is MOVING: its items are being moved");
    }
  }

  /** Has the record say what a start of a move of all keys writes first. */
  private void announced() {
    Map<String, AttributeValue> item = record();
    AttributeValue shards =
        AttributeValue.fromL(
            List.of(AttributeValue.fromM(Map.of("shards", AttributeValue.fromN("1")))));
    item.put("format", AttributeValue.fromN("2"));
    item.put("state", AttributeValue.fromS("ANNOUNCED"));
    item.put("drained", AttributeValue.fromBool(false));
    item.put(
        "change",
        AttributeValue.fromM(
            Map.of(
                "pieces", shards,
                "shards", AttributeValue.fromN("4"),
                "moves", AttributeValue.fromBool(true))));
    clicks.plain.putItem(put -> put.tableName("evenkeel-layouts").item(item));
  }

  private String here() {
    return clicks.typed("layout clients", "-o", "json").json().at("/clients/0/where").asText();
  }

  private static String[] with(String[] options, String more) {
    return Stream.concat(Stream.of(options), Stream.of(more)).toArray(String[]::new);
  }

  @Tag("deep")
  @Test
  void ready_whereTheItemsAreInAnotherTable_looksAtThat() {
    clicks.create("visits");
    String[] move = {"--into", "visits", "--to", "2", "--apply", "--without-clients"};
    assertDone(clicks.reshard("start", move));
    String show = "layout show --table visits --partition-key page --sort-key at -o json";
    assertThat(clicks.typed.run(show.split(" ")).json().at("/leadingHere/0").asText())
        .isEqualTo(TABLE);
    for (String command : List.of("run", "verify")) {
      assertDone(clicks.reshard(command));
    }
    assertThat(clicks.reshard("finish").out().replaceAll("\\s+", " "))
        .startsWith("The move is finished.")
        .contains("table 'visits' need a spec");
    clicks.plain.deleteTable(delete -> delete.tableName(TABLE));
    Result dry = clicks.typed("layout ready", "--dry-run", "-o", "json");
    assertThat(dry.json().at("/heldBy").asText()).isEqualTo("visits");
    assertThat(dry.json().at("/spec/shards").asInt()).isEqualTo(2);
    assertDone(clicks.typed("layout ready"));
    assertDone(clicks.typed("layout settle"));
    clicks.plain.deleteTable(delete -> delete.tableName("visits"));
    Result gone = clicks.typed("layout ready");
    assertThat(gone.code()).isEqualTo(1);
    assertThat(gone.err()).contains("(table visits). Check --table, the region and");
    assertThat(clicks.typed("layout show").out()).startsWith("clicks: SETTLED");
  }

  @Test
  void plan_intoATableThatIsMissing_namesTheOptionOfSeries() {
    String[] into = {"--into", "visits", "--to", "2"};
    assertRefused(
        clicks.reshard("plan", into),
        "(table visits). Check --table and --into. If 'visits' is a time series, name the"
            + " configuration that has it with --series.");
  }

  @Test
  void start_ofOtherKeysThanTheTables_isRefusedInALine() {
    assertRefused(
        clicks.typed.run(
            ("reshard start --table clicks --partition-key nope --sort-key at --key home --to 4"
                    + " --without-clients")
                .split(" ")),
        "nope");
    assertRefused(
        clicks.typed.run(
            "reshard start --table clicks --partition-key page --key home --to 4 --without-clients"
                .split(" ")),
        "--sort-key");
  }

  @Test
  void commands_whereTheyCannotWork_areRefusedInALine() {
    assertRefused(
        clicks.reshard("status", "--layouts", "nowhere"),
        "there is no control table 'nowhere' there");
    clicks.create("visits");
    assertRefused(
        clicks.reshard("status", "--layouts", "visits"),
        "(table visits). Check the table and the keys that were given; a control table has the keys");
    assertRefused(clicks.reshard("run", "--share", "2"), "a share must be above 0 and at most 1");
    assertThat(clicks.reshard("plan", "--to", "4").err()).contains("--key", "--all-keys");
    assertThat(clicks.reshard("plan", "--all-keys", "--key", "a", "--to", "4").code()).isEqualTo(1);
    assertThat(clicks.reshard("strat").err()).contains("Did you mean 'start'?");
    assertRefused(
        clicks.reshard("plan", "--key", "home", "--to", "1"), "that number of shards already");
    assertRefused(clicks.reshard("plan", "--key", "home", "--to", "0"), "1..1024 shards");
    assertRefused(
        clicks.reshard("start", "--key", "home", "--to", "1025"), "1..1024 shards", "1025");
    assertRefused(clicks.reshard("plan", "--key", "hmoe", "--to", "4"), "The key has no items");
    clicks.click("home.2", "t", 1);
    assertRefused(clicks.reshard("plan", "--key", "home", "--to", "4"), "a lost layout record");
    clicks.plain.deleteTable(delete -> delete.tableName(TABLE));
    assertRefused(clicks.reshard("plan", "--key", "home", "--to", "4"), "ResourceNotFound", TABLE);
    clicks.typed.calls.granting(List.of());
    assertRefused(clicks.reshard("status"), "'evenkeel iam --reshard TABLE' prints");
  }
}
