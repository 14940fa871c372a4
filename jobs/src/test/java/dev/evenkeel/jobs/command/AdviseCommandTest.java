package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.iam.Calls.Call;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

@ExtendWith(LocalDynamoDbExtension.class)
class AdviseCommandTest {
  private static final Path REAL = Path.of("../../shared/data/apache_access.log");

  /** The page shows the output of the command. */
  private static final Path PAGE = Path.of("../docs/advisor.md");

  @TempDir private Path folder;
  private final CommandRunner offline = CommandRunner.offline();

  /** AWS's invoice: five thousand writes a second, for ten seconds, among others. */
  @Test
  void advise_onATraceWithAHotKey_tellsShards() throws IOException {
    Path trace = write("time,key,bytes\n" + invoices());
    Result advice = offline.run("advise", "--trace", trace.toString());

    assertThat(advice.code()).isZero();
    assertThat(advice.err()).isEmpty();
    Golden.check("advise.txt", advice.out());
    assertThat(Files.readString(PAGE)).contains("\n" + advice.out() + "```\n");
    Result json = offline.run("advise", "--trace", trace.toString(), "-o", "json");
    Golden.check("advise.json", json.out());
    assertThat(json.json().at("/sharding/shards").asInt()).isEqualTo(5);
  }

  private static String invoices() {
    return IntStream.range(0, 55_000)
        .mapToObj(
            i ->
                "%d.%04d,%s,900\n"
                    .formatted(
                        1_795_341_600 + i / 5_500,
                        i % 5_500,
                        i % 11 == 0 ? "INV#x" + i / 11 : "INV#121212"))
        .collect(Collectors.joining());
  }

  @Test
  void advise_onATraceOfATableWithoutSortKey_givesCodeForCounters() throws IOException {
    String trace = write("time,key,bytes\n" + invoices()).toString();
    Result advice = offline.run("advise", "--trace", trace, "--no-sort-key");

    assertThat(advice.out())
        .contains(
            "Keys: each key is one item,", "  CounterSpec.builder(", "KeyRule.exactly(\"INV#12")
        .doesNotContain("ShardingSpec.builder", ".sortKey(\"");
    Path sorted = write("time,key,bytes,sortKey\n1,a,1,s\n");
    assertThat(offline.run("advise", "--trace", sorted.toString(), "--no-sort-key").err())
        .isEqualTo(
            "evenkeel: a request names a sort key, and the table was declared to have none.%n"
                .formatted());
  }

  @Test
  void advise_withDetailedExitCode_tellsWhetherThereIsAFinding() throws IOException {
    String good =
        IntStream.range(0, 2_000)
            .mapToObj(i -> i + ",user " + (char) ('a' + i % 26) + (i * 7 % 500) + "x,100\n")
            .collect(Collectors.joining());
    Path even = write(good);
    Result nothing = offline.run("advise", "--detailed-exitcode", "--trace", even.toString());

    assertThat(nothing.code()).isZero();
    assertThat(nothing.out()).contains("Nothing to change was found.\n");
    Path hot = write(invoices());
    assertThat(offline.run("advise", "--detailed-exitcode", "--trace", hot.toString()).code())
        .isEqualTo(2);
  }

  @Test
  void advise_onMalformedLines_tellsTheirNumbersAndNotWhatTheyHold() throws IOException {
    Path trace = write("1,k,1\nsecret\n2,k,1\nsecret,,\nsecret,k,1\nsecret\u001b[31m\n");
    Result advice = offline.run("advise", "--trace", trace.toString());

    assertThat(advice.code()).isZero();
    assertThat(advice.out())
        .containsIgnoringWhitespaces(
            "Read: 2 requests on 6 lines.\n",
            "Skipped: 4 malformed lines, first: line 2: it has 1 field where there are 3 columns (time, key, bytes);"
                + " line 4: the time is neither")
        .doesNotContain("secret");
  }

  /** Control characters in a key cannot steer a terminal. */
  @Test
  void advise_onKeysWithControlCharacters_showsThemAsText() throws IOException {
    Path trace = write("1,k\u001b[31m,1\n");

    assertThat(offline.run("advise", "--trace", trace.toString()).out())
        .contains("\nk\\u001b[31m  1 ")
        .doesNotContain("\u001b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                              | Give either --trace FILE or --table NAME.",
        "--trace {} --table t          | Give either --trace FILE or --table NAME.",
        "--trace {}                    | cannot use the trace '{}': it holds no requests.",
        "--trace {}.none               | cannot use the trace '{}.none': there is no such file.",
        "--trace {} --items 5            | --items and --units-per-second are for tables. Leave them out.",
        "--trace {} --units-per-second 5 | --items and --units-per-second are for tables. Leave them out.",
        "--table t --growth 2            | --growth and --key are for traces: items do not tell what is asked of them. Leave them out.",
        "--table t --key day             | --growth and --key are for traces: items do not tell what is asked of them. Leave them out.",
        "--table t --no-sort-key         | --no-sort-key is for traces: a table tells its keys. Leave it out.",
        "--table t --hit-ratio 0.9      | Caches, prices and --trace-table are for traces: items do not tell what is asked of them. Leave their options out.",
        "--trace {} --hit-ratio 1.5     | --hit-ratio must be above 0 and at most 1 but was 1.5.",
        "--trace {} --hit-ratio 0       | --hit-ratio must be above 0 and at most 1 but was 0.0.",
        "--trace {} --hit-ratio NaN     | --hit-ratio must be above 0 and at most 1 but was NaN.",
        "--trace {} --hit-ratio 0.9     | cannot use the trace '{}': it holds no requests.",
        "--trace {} --popular 0         | --popular must be 1 or more but was 0.",
        "--trace {} --time-to-live 0s   | --time-to-live must be longer than nothing and at most 365d but was 0s.",
        "--trace {} --popular-within x  | --popular-within: 'x' is no length of time. Write 90s, 15m, 6h, 30d or 2w, or ISO 8601 such as PT15M.",
        "--table t --items -1            | --items must be 0 or more, where 0 is all, but was -1.",
        "--table t --units-per-second 0  | --units-per-second must be above 0 but was 0.0.",
        "--table t --units-per-second NaN | --units-per-second must be above 0 but was NaN.",
        "--trace {} --growth 0.5       | growth must be a factor of 1..1000 but was 0.5.",
        "--trace {} --format apache    | An access log has no partition key of its own. Add --key path, host or day.",
        "--trace {} --key day          | --key is for access logs. Add --format apache, or leave --key out.",
      })
  void advise_onWhatCannotBeUsed_saysWhy(String arguments, String message) throws IOException {
    String file = write("").toString();
    String[] typed = ("advise " + arguments).strip().replace("{}", file).split(" ");
    Result refused = offline.run(typed);

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).isEqualTo("evenkeel: %s%n".formatted(message.replace("{}", file)));
  }

  @Test
  void advise_onARealLog_callsDaysBad() {
    assumeTrue(Files.exists(REAL), () -> "there is no " + REAL);
    Result advice =
        offline.run("advise", "--trace", REAL.toString(), "--format", "apache", "--key", "day");

    assertThat(advice.out())
        .contains(
            "Skipped: 1 malformed line: line 8899: the closing quote of the user agent is missing.",
            "Key design: bad, as \"Item creation date, rounded to the nearest time period",
            "2015-05-17  1,632     16.3 %");
  }

  @Test
  void advise_onATable_readsItAndNothingElse(LocalDynamoDb server) {
    LocalDynamoDb own = server.isolated();
    CommandRunner typed = CommandRunner.on(own);
    try (DynamoDbClient client = own.client()) {
      createOrders(client);
      String[] words = {"advise", "--table", "orders", "--units-per-second", "100"};

      assertThat(typed.run(words).err())
          .isEqualTo(
              "evenkeel: The table 'orders' has no items, so there is nothing to analyze.%n"
                  .formatted());
      Map<String, AttributeValue> item =
          Map.of("id", AttributeValue.fromS("a"), "body", AttributeValue.fromS("x".repeat(5_000)));
      client.putItem(put -> put.tableName("orders").item(item));
      Result advice = typed.run(words);

      assertThat(advice.code()).isZero();
      assertThat(advice.out())
          .contains(
              "Read: 1 item of orders, all there are, for ",
              "Key design: not rated. 1 item is too few to rate the key by; 1,000 would do.",
              "body has 4,096 bytes or more in 1 item, up to 5,000");
      assertThat(typed.calls.sent())
          .extracting(Call::action)
          .containsOnly("dynamodb:DescribeTable", "dynamodb:Scan");
    }
  }

  private static void createOrders(DynamoDbClient client) {
    client.createTable(
        table ->
            table
                .tableName("orders")
                .billingMode("PAY_PER_REQUEST")
                .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build())
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName("id").attributeType("S").build()));
  }

  @Test
  void advise_onATableThatIsNotThere_saysSo(LocalDynamoDb server) {
    Result refused = CommandRunner.on(server.isolated()).run("advise", "--table", "none");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "evenkeel: There is no table 'none', or none that can be read yet or any longer. Check its name, --region and the account.%n"
                .formatted());
  }

  @Test
  void advise_onATableThatIsDeletedMeanwhile_saysSo(LocalDynamoDb server) {
    try (DynamoDbClient client = server.isolated().client()) {
      createOrders(client);
      CommandRunner typed =
          CommandRunner.on(
              new DelegatingDynamoDbClient(client) {
                @Override
                public DescribeTableResponse describeTable(DescribeTableRequest request) {
                  DescribeTableResponse described = delegate().describeTable(request);
                  delegate().deleteTable(table -> table.tableName("orders"));
                  return described;
                }
              });

      Result refused = typed.run("advise", "--table", "orders");
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err()).contains("There is no table 'orders'").hasLineCount(1);
    }
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("trace.csv"), text);
  }
}
