package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Clients that are behind, that are missing, or that a change waits for, are named. */
@ExtendWith(LocalDynamoDbExtension.class)
class LayoutClientsCommandTest {
  private static final String TABLE = "clicks";

  private final CommandRunner typed;
  private final DynamoDbClient plain;

  LayoutClientsCommandTest(LocalDynamoDb server) {
    LocalDynamoDb own = server.isolated();
    typed = CommandRunner.on(own);
    plain = own.client();
  }

  @BeforeEach
  void create() {
    plain.createTable(
        TableFixture.named(TABLE)
            .partitionKey("page", ScalarAttributeType.S)
            .sortKey("at", ScalarAttributeType.S)
            .request());
    try (LayoutStore store = LayoutStore.builder(plain).build()) {
      store.createTable();
    }
  }

  @AfterEach
  void close() {
    plain.close();
  }

  private Result layout(String command, String... more) {
    List<String> line = new ArrayList<>(List.of("layout", command));
    line.addAll(List.of("--table", TABLE, "--partition-key", "page", "--sort-key", "at"));
    line.addAll(List.of("--lease", "1s", "--late", "0s"));
    line.addAll(List.of(more));
    return typed.run(line.toArray(String[]::new));
  }

  private void row(String id, String library, String host) {
    row(id, library, host, 0);
  }

  private void row(String id, String library, String host, long acknowledged) {
    plain.putItem(
        put ->
            put.tableName("evenkeel-layouts")
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS(TABLE + "#clients#0"),
                        "sk", AttributeValue.fromS(id),
                        "host", AttributeValue.fromS(host),
                        "library", AttributeValue.fromS(library),
                        "ack", AttributeValue.fromN(Long.toString(acknowledged)))));
  }

  @Test
  void clients_ofDifferentVersions_areWarnedOf() {
    row("a", "1.0", "pid 1");
    assertThat(layout("clients").out()).doesNotContain("different versions", "older Evenkeel");
    assertThat(layout("clients", "-o", "json").json().path("versionsDiffer")).hasToString("false");

    row("b", "1.1", "pid 2");

    assertThat(layout("clients").out())
        .contains("1.0", "1.1", "different versions of Evenkeel")
        .contains("older Evenkeel than others, or than this command: pid 1 (1.0).");
    assertThat(layout("clients", "-o", "json").json().path("versionsDiffer")).hasToString("true");
  }

  /** The record is as it should be, and to be left alone. */
  @Test
  void clients_ofWhichARowIsDamaged_namesThatRow() {
    row("a", "1.0", "pid 1 on web-1");
    plain.updateItem(
        update ->
            update
                .tableName("evenkeel-layouts")
                .key(
                    Map.of(
                        "pk", AttributeValue.fromS(TABLE + "#clients#0"),
                        "sk", AttributeValue.fromS("a")))
                .updateExpression("SET beat = :none")
                .expressionAttributeValues(Map.of(":none", AttributeValue.fromS("none"))));

    Result refused = layout("clients");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .hasLineCount(1)
        .contains(
            "end that client, on pid 1 on web-1.", "pk 'clicks#clients#0' and sk 'a' from the")
        .doesNotContain("restore");
    assertThat(layout("raise", "--shards", "2", "--drawn", "RANDOM", "--to", "4").err())
        .as("a dry run")
        .isEqualTo(refused.err());
  }

  @Test
  void clients_ofHostsThatAreExpected_namesThoseWithoutOne() {
    Result settled = layout("clients", "--expect", "web-1");
    assertThat(settled.code()).isEqualTo(1);
    assertThat(settled.err()).hasLineCount(1).contains("is SETTLED", "'evenkeel layout ready'");

    assertThat(layout("ready").code()).isZero();
    row("a", "1.0", "pid 1 on web-1");
    row("b", "1.1", "pid 1 on web-2");
    Result all = layout("clients", "--expect", "web-2,web-1");
    assertThat(all.code()).as(all.err()).isZero();
    assertThat(all.out()).doesNotContain("No client has registered on");

    Result missing = layout("clients", "--expect", "web-1,eb-2,web-3");
    assertThat(missing.code()).isEqualTo(1);
    assertThat(missing.out())
        .contains(
            "No client has registered on: eb-2, web-3. Look whether the client there is older or has no layout: ");
    Result json = layout("clients", "--expect", "web-3", "-o", "json");
    assertThat(json.code()).isEqualTo(1);
    assertThat(json.json().path("missing")).hasToString("[\"web-3\"]");
    assertThat(json.json().path("clients").path(0).path("behind")).hasToString("true");
  }

  @Test
  void ready_ofHostsThatAreExpected_staysReadyAndNamesThoseWithoutAClient() {
    assertThat(layout("ready").code()).isZero();
    row("a", "1.0", "pid 1 on web-1");

    Result all = layout("ready", "--expect", "web-1");
    assertThat(all.code()).as(all.err()).isZero();
    assertThat(all.out()).doesNotContain("No client has registered on");
    Result missing = layout("ready", "--expect", "web-1", "--expect", "web-2");
    assertThat(missing.code()).isEqualTo(1);
    assertThat(missing.out())
        .startsWith("The next change takes seconds.\nclicks: READY, ")
        .contains("No client has registered on: web-2. Look whether the client there is older");
    Result json = layout("ready", "--expect", "web-2", "-o", "json");
    assertThat(json.code()).isEqualTo(1);
    assertThat(json.json().path("state").asText()).isEqualTo("ready");
    assertThat(json.json().path("missing")).hasToString("[\"web-2\"]");
    assertThat(layout("ready", "-o", "json").json().has("missing")).isFalse();
  }

  @Test
  void addPiece_whereAHostHasNoClient_isRefusedBeforeWritesAreHeldBack() {
    assertThat(layout("add-piece", "--key", "home", "--to", "4", "--expect", "web-1").err())
        .contains("--expect is for a change that is made");

    Result refused =
        layout("add-piece", "--key", "home", "--to", "4", "--expect", "web-1", "--apply");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .startsWith("layout add-piece: 1 of 2: waits 1s")
        .doesNotContain("2 of 2")
        .contains(
            "No piece was added to table 'clicks', which stays ready.",
            "registered on: web-1. Look")
        .contains("leave the host out of --expect");
    assertThat(layout("show").out())
        .startsWith("clicks: READY, version 3. A change takes seconds.")
        .contains("No key has pieces of its own.");
  }

  @Test
  void showAndAddPiece_withAClientThatIsBehind_nameIt() {
    assertThat(layout("ready").code()).isZero();
    row("a", "1.0", "pid 1 on web-1");
    row("b", "1.1", "pid 1 on web-2");

    assertThat(layout("show").out())
        .contains("Clients that are registered: 2.", "pid 1 on web-1 (1.0).");
    assertThat(layout("add-piece", "--key", "home", "--to", "4").out())
        .contains("pid 1 on web-1 (1.0).");
  }

  @Test
  void abort_ofAChangeThatWaits_givesItUp() {
    assertThat(layout("ready").code()).isZero();
    long paused = pause();
    row("a", "1.0", "pid 1 on web-1", paused);
    row("b", "1.0", "pid 1 on web-2", paused - 1);

    assertThat(layout("clients").out())
        .containsPattern("pid 1 on web-1 +1\\.0 +version " + paused + "\n")
        .containsPattern("pid 1 on web-2 +1\\.0 +not yet\n")
        .contains("A client acknowledges when it has no write of the key under way.");
    assertThat(layout("show").out())
        .contains("clicks: PAUSED, ", "1 of 2 have not: pid 1 on web-2\n");

    Result abort = layout("abort");
    assertThat(abort.code()).as(abort.err()).isZero();
    assertThat(abort.out())
        .startsWith(
            "The change is given up. Clients stay registered, which costs: 'evenkeel layout settle' ends that.\nclicks: READY, ");
    assertThat(layout("clients").out()).doesNotContain("not yet", "A client acknowledges");
    assertThat(layout("show", "-o", "json").json().path("keys")).isEmpty();
  }

  /** Has the record of the table say that a piece is being added, and gives its version. */
  private long pause() {
    Map<String, AttributeValue> record =
        Map.of("pk", AttributeValue.fromS(TABLE + "#layout"), "sk", AttributeValue.fromS("record"));
    String version =
        plain
            .getItem(get -> get.tableName("evenkeel-layouts").key(record))
            .item()
            .get("version")
            .n();
    long next = Long.parseLong(version) + 1;
    Map<String, AttributeValue> change =
        Map.of(
            "key", AttributeValue.fromS("home"),
            "pieces", AttributeValue.fromL(List.of(shards(1))),
            "shards", AttributeValue.fromN("4"));
    plain.updateItem(
        update ->
            update
                .tableName("evenkeel-layouts")
                .key(record)
                .updateExpression("SET #state = :state, #version = :version, #change = :change")
                .expressionAttributeNames(
                    Map.of("#state", "state", "#version", "version", "#change", "change"))
                .expressionAttributeValues(
                    Map.of(
                        ":state", AttributeValue.fromS("PAUSED"),
                        ":version", AttributeValue.fromN(Long.toString(next)),
                        ":change", AttributeValue.fromM(change))));
    return next;
  }

  private static AttributeValue shards(int count) {
    return AttributeValue.fromM(Map.of("shards", AttributeValue.fromN(Integer.toString(count))));
  }
}
