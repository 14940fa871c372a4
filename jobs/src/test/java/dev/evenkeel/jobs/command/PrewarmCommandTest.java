package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.ReplicaStatus;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

@ExtendWith(LocalDynamoDbExtension.class)
class PrewarmCommandTest {
  private static final String[] RATE = {"--writes-per-second", "10000", "--item-bytes", "900"};

  private DynamoDbClient plain;
  private WarmClient warm;
  private CommandRunner typed;

  @BeforeEach
  void begin(LocalDynamoDb server) {
    LocalDynamoDb own = server.isolated();
    plain = own.client();
    warm = new WarmClient(own.clientBuilder().build());
    typed = CommandRunner.on(warm);
    plain.createTable(
        CreateTableRequest.builder()
            .tableName("orders")
            .billingMode(BillingMode.PROVISIONED)
            .provisionedThroughput(units(5))
            .keySchema(key("order"))
            .attributeDefinitions(attribute("order"), attribute("day"))
            .globalSecondaryIndexes(
                GlobalSecondaryIndex.builder()
                    .indexName("by-day")
                    .keySchema(key("day"))
                    .provisionedThroughput(units(5))
                    .projection(
                        Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build())
                    .build())
            .build());
  }

  private static ProvisionedThroughput units(long units) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(units)
        .writeCapacityUnits(units)
        .build();
  }

  private static KeySchemaElement key(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private Result prewarm(String... more) {
    String[] line = new String[1 + RATE.length + more.length];
    line[0] = "prewarm";
    System.arraycopy(RATE, 0, line, 1, RATE.length);
    System.arraycopy(more, 0, line, 1 + RATE.length, more.length);
    return typed.run(line);
  }

  private ProvisionedThroughputDescription provisioned() {
    return plain.describeTable(r -> r.tableName("orders")).table().provisionedThroughput();
  }

  @Test
  void prewarm_withoutApply_tellsAndChangesNothing() throws IOException {
    Result result = prewarm("--table", "orders", "--index-reads", "by-day=13000");

    assertThat(result.code()).isZero();
    Golden.check("prewarm.txt", result.out());
    assertThat(warm.updates).isEmpty();
    Result json = prewarm("--table", "orders", "--output", "json", "--without-index", "by-day");
    assertThat(json.json().path("steps")).hasSize(1);
    assertThat(json.json().path("cost").asDouble()).isEqualTo(6_000 * 0.00065);
  }

  @Test
  void prewarm_apply_raisesTableAndIndexAndWaits() {
    Result done = prewarm("--table", "orders", "--apply");

    assertThat(done.code()).isZero();
    assertThat(done.out()).endsWith("It is raised.\n");
    assertThat(done.err()).contains("orders is not warm yet");
    assertThat(warm.updates).hasSize(1);
    assertThat(warm.table.writeUnitsPerSecond()).isEqualTo(10_000);
    assertThat(warm.table.readUnitsPerSecond()).isEqualTo(12_000);
    assertThat(warm.index.writeUnitsPerSecond()).isEqualTo(10_000);

    Result again = prewarm("--table", "orders", "--apply");
    assertThat(again.out()).contains("It is ready as it is.");
    assertThat(warm.updates).hasSize(1);
  }

  @Test
  void prewarm_withoutATable_saysWhatApplyNeeds() {
    assertThat(prewarm().out())
        .endsWith(
            "Nothing is changed. To raise it, name the table with --table and add --apply.\n");
    assertThat(prewarm("--grown-to", "95000000000").out())
        .endsWith("Nothing is changed. To do it, name the table with --table and add --apply.\n");
  }

  /** The one that was asked may be listed, too; one that goes is not paid. */
  @Test
  void prewarm_ofAGlobalTable_countsItsReplicas() {
    String own =
        plain.describeTable(r -> r.tableName("orders")).table().tableArn().split(":", -1)[3];
    warm.replicas =
        List.of(
            replica(own, ReplicaStatus.ACTIVE),
            replica("eu-north-1", ReplicaStatus.ACTIVE),
            replica("eu-south-1", ReplicaStatus.DELETING));
    Result result = prewarm("--table", "orders", "--output", "json");

    assertThat(result.json().path("steps"))
        .extracting(step -> step.path("region").asText("") + "/" + step.path("index").asText(""))
        .containsExactly("/", "/by-day", "eu-north-1/", "eu-north-1/by-day");
    assertThat(result.json().path("cost").asDouble()).isEqualTo(4 * 6_000 * 0.00065);
    assertThat(prewarm("--table", "orders").out())
        .contains(
            "table orders in eu-north-1 ",
            "15.60, once.",
            "note: a global table: DynamoDB warms all replicas alike, and each is paid");
    assertThat(prewarm("--table", "orders", "--grown-to", "395000000000", "--apply").err())
        .isEqualTo(
            line(
                "orders is a global table, also in eu-north-1, and what is provisioned for writes"
                    + " would be raised and paid there, too. Create a table for the test without"
                    + " replicas."));
    assertThat(warm.updates).isEmpty();
  }

  private static ReplicaDescription replica(String region, ReplicaStatus status) {
    return ReplicaDescription.builder().regionName(region).replicaStatus(status).build();
  }

  @Test
  void prewarm_budgetIsSpent_saysThatItGoesOnByItself() {
    Result left = prewarm("--table", "orders", "--apply", "--for", "0s");

    assertThat(left.code()).isOne();
    assertThat(left.out()).endsWith("It is being raised, which goes on by itself.\n");
    assertThat(prewarm("--table", "orders", "--apply", "--for", "0s").err())
        .startsWith("evenkeel: orders is being changed, as DescribeTable says");
    Result again = prewarm("--table", "orders", "--apply");
    assertThat(again.code()).isZero();
    assertThat(again.out()).contains("It is ready as it is.");
    assertThat(warm.updates).hasSize(1);
  }

  @Test
  void prewarm_grownTo_raisesAndLowersWhatIsProvisioned() throws IOException {
    String[] grown = {"--table", "orders", "--grown-to", "395000000000"};
    Golden.check("prewarm-grown.txt", prewarm(grown).out());
    assertThat(prewarm("--grown-to", "95000000000").out())
        .contains("A new table has as many by that throughput alone.");
    assertThat(warm.updates).isEmpty();

    Result done = prewarm("--table", "orders", "--grown-to", "395000000000", "--apply");

    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.out()).endsWith("It is done.\n");
    assertThat(warm.updates)
        .extracting(update -> update.provisionedThroughput().writeCapacityUnits())
        .containsExactly(40_000L, 10_000L);
    assertThat(provisioned().writeCapacityUnits()).isEqualTo(10_000);
    assertThat(prewarm("--table", "orders", "--grown-to", "395000000000", "--apply").out())
        .endsWith("It is done.\n");
    assertThat(warm.updates).hasSize(2);
  }

  @Test
  void prewarm_grownToOfATableInUse_isRefused() {
    plain.putItem(
        r -> r.tableName("orders").item(Map.of("order", AttributeValue.fromS("a-customers"))));

    assertThat(prewarm("--table", "orders", "--grown-to", "395000000000", "--apply").err())
        .startsWith("evenkeel: orders holds items")
        .contains("Nothing was changed: 5 read and 5 write units are provisioned.");
    assertThat(warm.updates).isEmpty();
  }

  /** An earlier run was killed between the two updates, when the table is dear; it is loaded. */
  @Test
  void prewarm_grownToWasBrokenOff_isOnlyLowered() {
    ProvisionedThroughput raised = units(40_000).toBuilder().readCapacityUnits(1L).build();
    plain.updateTable(r -> r.tableName("orders").provisionedThroughput(raised));
    warm.provisioned(40_000);
    plain.putItem(r -> r.tableName("orders").item(Map.of("order", AttributeValue.fromS("a"))));

    assertThat(prewarm("--table", "orders", "--grown-to", "395000000000", "--apply").code())
        .isZero();

    assertThat(warm.updates).hasSize(1);
    assertThat(provisioned().writeCapacityUnits()).isEqualTo(10_000);
    assertThat(provisioned().readCapacityUnits()).isEqualTo(1);
  }

  /** DynamoDB refuses an update that changes nothing. */
  @Test
  void prewarm_grownToWhatTheRateMakes_isOneUpdate() {
    Result done = prewarm("--table", "orders", "--grown-to", "95000000000", "--apply");

    assertThat(done.code()).as(done.err()).isZero();
    assertThat(warm.updates).hasSize(1);
    assertThat(provisioned().writeCapacityUnits()).isEqualTo(10_000);
  }

  @Test
  void prewarm_loweringIsRefused_saysWhatStaysProvisioned() {
    warm.lowering =
        LimitExceededException.builder().message("Subscriber limit exceeded: decreases").build();

    Result left = prewarm("--table", "orders", "--grown-to", "395000000000", "--apply");

    assertThat(left.code()).isNotZero();
    assertThat(left.err())
        .contains(
            "orders stays at 1 read and 40,000 write units",
            "Subscriber limit exceeded: decreases",
            "Repeat the command later");
    assertThat(provisioned().writeCapacityUnits()).isEqualTo(40_000);
  }

  @Test
  void prewarm_whatCannotBe_isRefusedInOneLineBeforeAnythingChanges() {
    assertThat(prewarm("--apply").err())
        .isEqualTo(line("--apply and the options of indexes are for a table. Add --table."));
    assertThat(prewarm("--table", "orders", "--without-index", "a", "--index-reads", "a=1").err())
        .isEqualTo(line("--index-reads and --without-index both name 'a'. Leave one of them out."));
    assertThat(prewarm("--table", "orders", "--for", "PT-5M").err()).contains("--for must be");
    assertThat(prewarm("--table", "orders", "--for", "PT2562047788015215H").err())
        .contains("--for must be");
    assertThat(prewarm("--table", "orders", "--index-reads", "by-day=-1").err())
        .contains("read units a second must be 0");
    assertThat(prewarm("--price", "dynamodb.standard.readUnitHour=NaN").err())
        .isEqualTo(
            line(
                "--price: the price dynamodb.standard.readUnitHour must be 0 or more but was"
                    + " NaN."));
    assertThat(prewarm("--price", "dynamodb.standard.readUnitHours=1").err())
        .contains("Did you mean 'dynamodb.standard.readUnitHour'?");
    assertThat(prewarm("--read-unit-price", "1").err()).contains("Unknown option");
    assertThat(prewarm("--table", "orders", "--without-index", "by-week").err())
        .isEqualTo(line("orders has no index 'by-week'."));
    assertThat(prewarm("--table", "orders", "--grown-to", "-1").err()).contains("bytes must be 0");
    assertThat(typed.run("prewarm", "--item-bytes", "1").err()).contains("there is no rate");
    assertThat(prewarm("--table", "nobodys").err()).hasLineCount(1).contains("nobodys");
    plain.updateTable(r -> r.tableName("orders").billingMode(BillingMode.PAY_PER_REQUEST));
    assertThat(prewarm("--table", "orders", "--grown-to", "1", "--apply").err())
        .contains("orders is on demand, and the recipe is for provisioned tables.");
    assertThat(
            CommandRunner.on(plain)
                .run("prewarm", "--table", "orders", RATE[0], RATE[1], RATE[2], RATE[3], "--apply")
                .err())
        .contains("the engine reports no warm throughput");
    assertThat(warm.updates).isEmpty();
  }

  private static String line(String text) {
    return "evenkeel: %s%n".formatted(text);
  }

  @Test
  void prewarm_withoutTable_plansForANewOne() {
    Result result = CommandRunner.offline().run("prewarm", RATE[0], RATE[1], RATE[2], RATE[3]);

    assertThat(result.code()).isZero();
    assertThat(result.out())
        .contains("table (new)", "3.90, once.", "reckoned from what a new on-demand table takes");
  }
}
