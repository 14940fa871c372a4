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

/** Clients that are behind, or that are missing, are named. */
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
    plain.putItem(
        put ->
            put.tableName("evenkeel-layouts")
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS(TABLE + "#clients#0"),
                        "sk", AttributeValue.fromS(id),
                        "host", AttributeValue.fromS(host),
                        "library", AttributeValue.fromS(library))));
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
    assertThat(missing.out()).contains("No client has registered on: eb-2, web-3. What runs there");
    Result json = layout("clients", "--expect", "web-3", "-o", "json");
    assertThat(json.code()).isEqualTo(1);
    assertThat(json.json().path("missing")).hasToString("[\"web-3\"]");
    assertThat(json.json().path("clients").path(0).path("behind")).hasToString("true");
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
}
