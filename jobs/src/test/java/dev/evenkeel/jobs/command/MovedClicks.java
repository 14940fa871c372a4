package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Thirty clicks of a page and one of another, plain, and commands that move them. */
final class MovedClicks {
  static final String TABLE = "clicks";
  static final int CLICKS = 30;

  final CommandRunner typed;
  final DynamoDbClient plain;
  private final LocalDynamoDb own;

  /** Longer for plans, which tell how long a change waits. */
  String late = "1s";

  MovedClicks(LocalDynamoDb server) {
    own = server.isolated();
    typed = CommandRunner.on(own);
    plain = own.client();
    create(TABLE);
    LayoutStore.builder(plain).build().createTable();
    for (int at = 0; at < CLICKS; at++) {
      click("home", "t%03d".formatted(at), 1_500);
    }
    click("about", "t000", 10);
  }

  void create(String table) {
    plain.createTable(
        create ->
            create
                .tableName(table)
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(text("page"), text("at"))
                .keySchema(keyed("page", "HASH"), keyed("at", "RANGE")));
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  private static KeySchemaElement keyed(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  void click(String page, String at, int bytes) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("page", AttributeValue.fromS(page));
    item.put("at", AttributeValue.fromS(at));
    item.put("text", AttributeValue.fromS("x".repeat(bytes)));
    plain.putItem(put -> put.tableName(TABLE).item(item));
  }

  Result reshard(String command, String... more) {
    return typed("reshard " + command, more);
  }

  Result typed(String command, String... more) {
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    line.addAll(List.of("--table", TABLE, "--partition-key", "page", "--sort-key", "at"));
    line.addAll(List.of("--lease", "1s", "--late", late));
    line.addAll(List.of(more));
    return typed.run(line.toArray(String[]::new));
  }

  /** What a report says of the next step, for options of lengths of a second. */
  static String next(String command) {
    return "Next: evenkeel reshard %s --table clicks --partition-key page --sort-key at --lease 1s --late 1s\n"
        .formatted(command);
  }

  Result start(String... more) {
    List<String> line = new ArrayList<>(List.of("--key", "home", "--to", "4"));
    line.add("--without-clients");
    line.addAll(List.of(more));
    return reshard("start", line.toArray(String[]::new));
  }

  /** A client that knows of changes, over a store with the commands' lengths. */
  DynamoDbClient client(LayoutStore store) {
    return client(store, sending(LayoutGuard.create()));
  }

  /** A client that shows tables as they are stored. */
  DynamoDbClient sending(ExecutionInterceptor... interceptors) {
    return own.clientBuilder()
        .httpClientBuilder(Apache5HttpClient.builder())
        .overrideConfiguration(c -> List.of(interceptors).forEach(c::addExecutionInterceptor))
        .build();
  }

  static DynamoDbClient client(LayoutStore store, DynamoDbClient guarded) {
    ShardingSpec.Builder spec = ShardingSpec.builder(TABLE).partitionKey("page").sortKey("at");
    return ShardingDynamoDbClient.builder(guarded)
        .table(spec.shards(1).layoutFrom(store).build())
        .build();
  }

  Map<String, Long> places() {
    return plain.scanPaginator(scan -> scan.tableName(TABLE)).items().stream()
        .map(item -> item.get("page").s())
        .collect(Collectors.groupingBy(page -> page, TreeMap::new, Collectors.counting()));
  }

  static void assertDone(Result result) {
    assertThat(result.code()).as("%s", result).isZero();
  }

  static void assertRefused(Result result, String... why) {
    assertThat(result.code()).as("%s", result).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).hasLineCount(1).startsWith("evenkeel: ").contains(why);
  }
}
