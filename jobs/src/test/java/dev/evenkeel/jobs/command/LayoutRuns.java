package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.Durations;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Runs of commands on the layout of a table, beside a client of it. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class LayoutRuns {
  static final String TABLE = "clicks";
  static final String LAYOUTS = "evenkeel-layouts";

  final CommandRunner typed;
  final DynamoDbClient plain;
  final DynamoDbClient guarded;
  private final List<AutoCloseable> open = new ArrayList<>();

  /** Shorter where no client has to renew one: a change waits for as long. */
  String lease = "3s";

  String late = "1s";

  LayoutRuns(LocalDynamoDb server) {
    LocalDynamoDb own = server.isolated();
    typed = CommandRunner.on(own);
    plain = own.client();
    guarded =
        own.clientBuilder()
            .httpClientBuilder(Apache5HttpClient.builder())
            .overrideConfiguration(c -> c.addExecutionInterceptor(LayoutGuard.create()))
            .build();
  }

  @BeforeEach
  void create() {
    plain.createTable(
        create ->
            create
                .tableName(TABLE)
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(text("page"), text("at"))
                .keySchema(keyed("page", "HASH"), keyed("at", "RANGE")));
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  private static KeySchemaElement keyed(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  LayoutStore store() {
    LayoutStore store =
        LayoutStore.builder(plain).times(Durations.parse(lease), Durations.parse(late)).build();
    store.createTable();
    open.add(store);
    return store;
  }

  ShardingDynamoDbClient client() {
    return ShardingDynamoDbClient.builder(guarded)
        .table(
            ShardingSpec.builder(TABLE)
                .partitionKey("page")
                .sortKey("at")
                .shards(1)
                .layoutFrom(store())
                .build())
        .build();
  }

  static void click(DynamoDbClient client, String page, int at) {
    client.putItem(
        put ->
            put.tableName(TABLE)
                .item(
                    Map.of(
                        "page", AttributeValue.fromS(page),
                        "at", AttributeValue.fromS("t%03d".formatted(at)))));
  }

  Result layout(String command, String... more) {
    List<String> line = new ArrayList<>(List.of("layout", command));
    line.addAll(List.of("--table", TABLE, "--partition-key", "page", "--sort-key", "at"));
    line.addAll(List.of("--lease", lease, "--late", late));
    line.addAll(List.of(more));
    return typed.run(line.toArray(String[]::new));
  }
}
