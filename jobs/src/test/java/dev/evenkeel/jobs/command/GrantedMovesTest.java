package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.MovedClicks.TABLE;
import static dev.evenkeel.jobs.command.MovedClicks.assertDone;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.iam.Calls;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.iam.Rights;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Changes of layouts, and clients while items move, under the policies that are printed. */
@ExtendWith(LocalDynamoDbExtension.class)
class GrantedMovesTest {
  private static final String LAYOUTS = "evenkeel-layouts";
  private static final Policy NOTHING = new Policy(List.of());

  private final MovedClicks clicks;

  GrantedMovesTest(LocalDynamoDb server) {
    clicks = new MovedClicks(server);
  }

  @Tag("deep")
  @Test
  void moves_needNoMoreThanThePolicyGrants() {
    Policy policy = NOTHING.resharding(List.of(TABLE), List.of(), LAYOUTS, Rights.ACCOUNT);
    clicks.typed.calls.granting(policy.statements());

    moved("--key home --to 4");
    moved("--all-keys --to 3");

    assertThat(clicks.typed.calls.refused()).isEmpty();
    Rights.check(policy, clicks.typed.calls.sent(), Set.of("dynamodb:GetItem"));
  }

  @Tag("deep")
  @Test
  void movesToAnotherTable_needNoMoreThanThePolicyGrants() {
    clicks.create("visits");
    Policy policy = NOTHING.resharding(List.of(TABLE), List.of("visits"), LAYOUTS, Rights.ACCOUNT);
    clicks.typed.calls.granting(policy.statements());

    moved("--into visits --to 2");

    assertThat(clicks.typed.calls.refused()).isEmpty();
    Rights.check(policy, clicks.typed.calls.sent(), Set.of("dynamodb:GetItem", "dynamodb:Query"));
    assertThat(clicks.places()).isEmpty();
  }

  private void moved(String items) {
    List<String> moved = new ArrayList<>(List.of(items.split(" ")));
    moved.addAll(List.of("--apply", "--without-clients"));
    assertDone(clicks.reshard("start", moved.toArray(String[]::new)));
    assertDone(clicks.typed("work", "--index", "1"));
    assertDone(clicks.reshard("status"));
    assertDone(clicks.reshard("finish"));
  }

  @Tag("deep")
  @Test
  void layoutCommands_needNoMoreThanThePolicyGrants() {
    Policy policy = NOTHING.changing(List.of(TABLE), LAYOUTS, Rights.ACCOUNT);
    clicks.typed.calls.granting(policy.statements());

    assertDone(clicks.typed("layout ready"));
    assertDone(clicks.typed("layout settle"));
    gone();
    assertDone(clicks.typed("layout ready"));
    assertDone(clicks.typed("layout add-piece", "--key", "home", "--to", "4", "--apply"));
    for (String command : List.of("show", "clients", "abort", "settle")) {
      assertDone(clicks.typed("layout " + command));
    }

    assertThat(clicks.typed.calls.refused()).isEmpty();
    Rights.check(policy, clicks.typed.calls.sent(), Set.of());
  }

  /** The row of a client that died, which is taken away. */
  private void gone() {
    clicks.plain.putItem(
        put ->
            put.tableName(LAYOUTS)
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS(TABLE + "#clients#0"),
                        "sk", AttributeValue.fromS("gone"),
                        "beat", AttributeValue.fromN("1"),
                        "host", AttributeValue.fromS("machine 7"),
                        "library", AttributeValue.fromS("1"))));
  }

  @Tag("deep")
  @Test
  void clientWhileItemsMove_needsNoMoreThanThePolicyGrants() {
    Policy policy = NOTHING.serving(List.of(TABLE), LAYOUTS, Rights.ACCOUNT);
    Calls calls = new Calls();
    calls.granting(policy.statements());
    Duration length = Duration.ofSeconds(1);
    try (DynamoDbClient sending = clicks.sending(calls, LayoutGuard.create());
        LayoutStore store = LayoutStore.builder(sending).times(length, length).build()) {
      DynamoDbClient client = MovedClicks.client(store, sending);
      client.getItem(get -> get.tableName(TABLE).key(key("t000")));
      assertDone(clicks.start("--apply"));

      everything(client);

      assertThat(clicks.reshard("status", "-o", "json").json().path("state").asText())
          .isEqualTo("moving");
    }

    assertThat(calls.refused()).isEmpty();
    Rights.check(policy, calls.sent(), Set.of("dynamodb:PutItem"));
  }

  private static Map<String, AttributeValue> key(String at) {
    return Map.of("page", AttributeValue.fromS("home"), "at", AttributeValue.fromS(at));
  }

  /** All operations, each on items that nobody has moved. */
  private static void everything(DynamoDbClient client) {
    client.putItem(put -> put.tableName(TABLE).item(key("t001")));
    client.updateItem(
        update ->
            update
                .tableName(TABLE)
                .key(key("t002"))
                .updateExpression("SET n = :n")
                .expressionAttributeValues(Map.of(":n", AttributeValue.fromN("1"))));
    client.deleteItem(delete -> delete.tableName(TABLE).key(key("t003")));
    client.batchWriteItem(
        batch ->
            batch.requestItems(
                Map.of(
                    TABLE,
                    List.of(
                        WriteRequest.builder().putRequest(put -> put.item(key("t004"))).build(),
                        WriteRequest.builder()
                            .deleteRequest(delete -> delete.key(key("t005")))
                            .build()))));
    TransactWriteItem put =
        TransactWriteItem.builder().put(p -> p.tableName(TABLE).item(key("t006"))).build();
    TransactWriteItem check =
        TransactWriteItem.builder()
            .conditionCheck(
                c ->
                    c.tableName(TABLE)
                        .key(key("t007"))
                        .conditionExpression("attribute_exists(page)"))
            .build();
    client.transactWriteItems(transaction -> transaction.transactItems(put, check));
    client.getItem(get -> get.tableName(TABLE).key(key("t008")));
    client.batchGetItem(
        batch ->
            batch.requestItems(
                Map.of(TABLE, KeysAndAttributes.builder().keys(List.of(key("t009"))).build())));
    TransactGetItem read =
        TransactGetItem.builder().get(g -> g.tableName(TABLE).key(key("t010"))).build();
    client.transactGetItems(transaction -> transaction.transactItems(read));
    client.query(
        query ->
            query
                .tableName(TABLE)
                .keyConditionExpression("page = :page")
                .expressionAttributeValues(Map.of(":page", AttributeValue.fromS("home"))));
    client.scanPaginator(scan -> scan.tableName(TABLE)).forEach(page -> {});
  }

  @Test
  void iam_ofASeries_namesItsTables(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("evenkeel.yaml"),
            """
            controlTable: evenkeel-control
            tables:
              - tableName: visits_by_day
                time: {attribute: at}
                period: day
                since: 2026-11-01
                template: {partitionKey: {name: page}, sortKey: {name: at}}
            """);
    JsonNode policy =
        iam("--reshard", "visits", "--into", "visits_by_day", "--series", file.toString()).json();
    assertThat(policy.at("/Statement/1/Sid").asText()).isEqualTo("ReshardInto");
    assertThat(policy.at("/Statement/1/Resource/0").asText())
        .endsWith(":table/visits_by_day_????-??-??");
  }

  private Result iam(String... more) {
    List<String> line =
        new ArrayList<>(List.of("iam", "--account", "123456789012", "--region", "eu-central-1"));
    line.addAll(List.of(more));
    return clicks.typed.run(line.toArray(String[]::new));
  }

  @Test
  void iam_ofATableWithALayoutRecord_isAsTheGuidesHaveIt() throws IOException {
    Golden.check(
        "iam-layout.txt",
        iam("--client", "clicks", "--heat").out()
            + iam("--layout", "clicks").out()
            + iam("--keep-out", "clicks", "--role", "clicks-with-layout").out());
    assertThat(iam("--keep-out", "clicks").err()).hasLineCount(1).contains("Add --role.");
  }
}
