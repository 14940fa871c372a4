package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Advice on a table as a job of several processes. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class SharedAdviceCommandTest {
  private final CommandRunner typed;
  private final DynamoDbClient client;
  private final String bucket;

  SharedAdviceCommandTest(LocalDynamoDb dynamodb, LocalS3 s3) {
    LocalDynamoDb own = dynamodb.isolated();
    this.typed = CommandRunner.on(own, s3);
    this.client = own.client();
    this.bucket = s3.newBucket();
  }

  private void fill() {
    create("orders", "id", "at");
    for (int i = 0; i < 1_200; i++) {
      Map<String, AttributeValue> item =
          Map.of(
              "id", AttributeValue.fromS(i % 2 == 0 ? "popular" : "customer-" + i % 300),
              "at", AttributeValue.fromS("%05d".formatted(i)));
      client.putItem(put -> put.tableName("orders").item(item));
    }
  }

  private void create(String table, String partitionKey, String sortKey) {
    client.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key(partitionKey, "HASH"), key(sortKey, "RANGE"))
                .attributeDefinitions(attribute(partitionKey), attribute(sortKey)));
  }

  private static KeySchemaElement key(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private Result advise(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("advise", "--table", "orders", "--items", "0", "--job", "advice"));
    arguments.addAll(List.of("--bucket", bucket, "--prefix", "advice/"));
    arguments.addAll(List.of("--control-table", "evenkeel", "--cut", "9"));
    arguments.addAll(List.of(more));
    return typed.run(arguments.toArray(String[]::new));
  }

  private Result work(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("work", "--control-table", "evenkeel", "--job", "advice"));
    arguments.addAll(List.of(more));
    return typed.run(arguments.toArray(String[]::new));
  }

  @Test
  void advise_asAJob_tellsWhatOneProcessDoes() {
    fill();
    assertThat(advise().err())
        .contains("Jobs are kept in 'evenkeel', which has a partition key pk");
    create("evenkeel", "pk", "sk");
    assertThat(work().out()).isEqualTo("No job 'advice' is under way: nothing to do.\n");
    typed.onEnding(Runnable::run);
    Result stopped = advise();
    typed.onEnding(ending -> {});
    assertThat(stopped.code()).isEqualTo(1);
    assertThat(stopped.out())
        .isEqualTo(
            "Job 'advice': 0 of 9 segments are done, 0 items are read. Stopped before the end:"
                + " repeat it to go on.\n");

    List<Result> workers =
        List.of("0", "1").parallelStream().map(index -> work("--index", index)).toList();
    Result json = work("-o", "json");
    Result advice = advise("--detailed-exitcode");

    assertThat(workers)
        .allSatisfy(
            worker -> {
              assertThat(worker.code()).isZero();
              assertThat(worker.out())
                  .isEqualTo(
                      "Job 'advice': 9 of 9 segments are done, 1,200 items are read."
                          + " 'evenkeel advise' with --job tells the advice.\n");
            });
    assertThat(json.json().path("items").asInt()).isEqualTo(1_200);
    assertThat(json.json().path("done").asBoolean()).isTrue();
    assertThat(advice.code()).isEqualTo(2);
    Result alone = typed.run("advise", "--table", "orders", "--items", "0");
    assertThat(withoutReading(advice.out()))
        .isEqualTo(withoutReading(alone.out()))
        .contains("Popular key");
    assertThat(advise("--forget").out()).startsWith("Job 'advice' is forgotten.");
    assertThat(advise("--forget", "-o", "json").json().path("command").asText())
        .isEqualTo("advise --job");
  }

  /** The first paragraph tells what reading took. */
  private static String withoutReading(String report) {
    return report.substring(report.indexOf("Partition keys:"));
  }

  @Test
  void advise_asAJobByOtherOptions_isRefused() {
    fill();
    create("evenkeel", "pk", "sk");
    assertThat(advise().code()).isZero();

    Result other =
        typed.run(
            ("advise --table orders --job advice --control-table evenkeel --bucket " + bucket)
                .split(" "));
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.err())
        .contains("Job 'advice' is 'advice on orders, 0 items, in s3://" + bucket + "/advice/'");
  }

  @ParameterizedTest
  @CsvSource({
    "--table t --bucket our, --bucket and --prefix need --job NAME.",
    "--table t --job j --control-table c, --job needs --bucket NAME",
    "--table t --job j --bucket our, --job needs --control-table NAME",
    "--table t --cut 9, '--control-table, --segments, --cut and --forget need --job NAME.'",
    "--trace t.csv --job j --bucket our --control-table c, --job is for tables",
    "--table t --job verify --bucket our --control-table c, Give the job another name",
    "--table t --job a/b --bucket our --control-table c, 'letters, digits, points'",
    "--table t --job j --bucket B! --control-table c, bucket",
  })
  void advise_optionsThatDoNotFit_areRefusedBeforeAnythingIsSent(String options, String refusal) {
    Result refused = CommandRunner.onTheSdk().run(("advise " + options).split(" "));

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains(refusal).hasLineCount(1);
  }
}
