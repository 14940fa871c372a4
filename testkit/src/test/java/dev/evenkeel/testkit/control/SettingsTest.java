package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.LOG;
import static dev.evenkeel.testkit.control.Simulations.MINUTES;
import static dev.evenkeel.testkit.control.Simulations.describe;
import static dev.evenkeel.testkit.control.Simulations.minutes;
import static dev.evenkeel.testkit.control.Simulations.provisioned;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static dev.evenkeel.testkit.control.Simulations.simulator;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.ClientKind;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

class SettingsTest {
  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/log";

  private static Tag tag(String key, String value) {
    return Tag.builder().key(key).value(value).build();
  }

  private static List<Tag> tags(DynamoDbClient client) {
    return client.listTagsOfResource(r -> r.resourceArn(ARN)).tags();
  }

  private static TimeToLiveDescription timeToLive(DynamoDbClient client) {
    return client.describeTimeToLive(r -> r.tableName(LOG)).timeToLiveDescription();
  }

  private static void timeToLive(DynamoDbClient client, boolean enabled) {
    client.updateTimeToLive(
        r ->
            r.tableName(LOG)
                .timeToLiveSpecification(t -> t.enabled(enabled).attributeName("expires")));
  }

  private static PointInTimeRecoveryDescription recovery(DynamoDbClient client) {
    return client
        .describeContinuousBackups(r -> r.tableName(LOG))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription();
  }

  private static void recovery(DynamoDbClient client, boolean enabled) {
    client.updateContinuousBackups(
        r ->
            r.tableName(LOG)
                .pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(enabled)));
  }

  @ParameterizedTest
  @EnumSource
  void tags_ofCreateAndTagResource_areTold(ClientKind tested) {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = tested.of(aws);
    client.createTable(provisioned(LOG).toBuilder().tags(tag("owner", "us")).build());
    assertThat(tags(client)).containsExactly(tag("owner", "us"));
    assertThat(refusal(() -> client.tagResource(r -> r.resourceArn(ARN).tags(tag("a", "b")))))
        .as("only when the table is active")
        .contains("ResourceInUseException", "created: log");

    minutes(aws, 1);
    client.tagResource(r -> r.resourceArn(ARN).tags(tag("a", "b")));
    client.untagResource(r -> r.resourceArn(ARN).tagKeys("owner"));
    assertThat(tags(client)).containsExactly(tag("a", "b"));
  }

  @Test
  void tags_justChanged_areToldLate() {
    ControlPlaneSimulator aws =
        simulator(MINUTES.describing(TimeRange.exactly(Duration.ofSeconds(5))));
    DynamoDbClient client = aws.client();
    aws.adopt(provisioned(LOG).toBuilder().tags(tag("owner", "us")).build());
    client.tagResource(r -> r.resourceArn(ARN).tags(tag("owner", "them")));

    assertThat(tags(client)).containsExactly(tag("owner", "us"));
    aws.advance(Duration.ofSeconds(5));
    assertThat(tags(client)).containsExactly(tag("owner", "them"));
  }

  @Test
  void timeToLive_enabled_isEnablingThenEnabledAndNotTwiceAnHour() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = aws.client();
    client.createTable(provisioned(LOG));
    assertThat(refusal(() -> timeToLive(client, true))).contains("ResourceInUseException");
    minutes(aws, 1);
    assertThat(timeToLive(client).timeToLiveStatus()).isEqualTo(TimeToLiveStatus.DISABLED);

    timeToLive(client, true);
    assertThat(timeToLive(client).timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLING);
    minutes(aws, 1);
    assertThat(timeToLive(client).timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
    assertThat(timeToLive(client).attributeName()).isEqualTo("expires");
    assertThat(refusal(() -> timeToLive(client, true))).endsWith("TimeToLive is already enabled");
    assertThat(refusal(() -> timeToLive(client, false))).contains("multiple times");

    minutes(aws, 59);
    timeToLive(client, false);
    assertThat(timeToLive(client).timeToLiveStatus()).isEqualTo(TimeToLiveStatus.DISABLING);
  }

  @Test
  void recovery_enabled_isDescribedWithItsWindow() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    DynamoDbClient client = aws.client();
    assertThat(refusal(() -> recovery(client))).startsWith("TableNotFoundException");
    client.createTable(provisioned(LOG));
    assertThat(refusal(() -> recovery(client, true)))
        .startsWith("ContinuousBackupsUnavailableException");
    minutes(aws, 1);
    assertThat(recovery(client).pointInTimeRecoveryStatus())
        .isEqualTo(PointInTimeRecoveryStatus.DISABLED);

    recovery(client, true);
    aws.advance(Duration.ofDays(40));
    PointInTimeRecoveryDescription described = recovery(client);
    assertThat(described.pointInTimeRecoveryStatus()).isEqualTo(PointInTimeRecoveryStatus.ENABLED);
    assertThat(described.earliestRestorableDateTime())
        .isEqualTo(aws.now().minus(Duration.ofDays(35)));
    assertThat(described.latestRestorableDateTime())
        .isEqualTo(aws.now().minus(Duration.ofMinutes(5)));
  }

  private static CreateTableRequest everything() {
    return provisioned(LOG).toBuilder()
        .tags(tag("owner", "us"))
        .tableClass(TableClass.STANDARD_INFREQUENT_ACCESS)
        .deletionProtectionEnabled(true)
        .warmThroughput(w -> w.readUnitsPerSecond(100L).writeUnitsPerSecond(100L))
        .streamSpecification(s -> s.streamEnabled(true).streamViewType("KEYS_ONLY"))
        .build();
  }

  @Test
  void create_withEverything_isDescribed() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    aws.client().createTable(everything());

    TableDescription table = describe(aws.client(), LOG);

    assertThat(table.tableClassSummary().tableClass())
        .isEqualTo(TableClass.STANDARD_INFREQUENT_ACCESS);
    assertThat(table.deletionProtectionEnabled()).isTrue();
    assertThat(table.warmThroughput().readUnitsPerSecond()).isEqualTo(100);
    assertThat(table.streamSpecification().streamEnabled()).isTrue();
    assertThat(table.tableId()).hasSize(36);
  }

  @Test
  void capabilities_ofDynamoDbLocal_answerAsItDoes() {
    ControlPlaneSimulator aws =
        ControlPlaneSimulator.seeded(1)
            .timings(ControlTimings.immediate())
            .capabilities(EngineCapability.ofDynamoDbLocal())
            .build();
    DynamoDbClient client = aws.client();
    client.createTable(everything());

    TableDescription table = describe(client, LOG);
    assertThat(table.tableClassSummary()).isNull();
    assertThat(table.warmThroughput()).isNull();
    assertThat(table.tableId()).isNull();
    assertThat(table.deletionProtectionEnabled()).isTrue();
    assertThat(refusal(() -> tags(client)))
        .isEqualTo(
            "UnknownOperationException: Tagging is not currently supported in DynamoDB Local.");
    assertThat(refusal(() -> recovery(client)))
        .isEqualTo("UnknownOperationException: An unknown operation was requested.");
    assertThat(
            refusal(
                () -> client.updateTable(r -> r.tableName(LOG).tableClass(TableClass.STANDARD))))
        .isEqualTo("ValidationException: Nothing to update");
    timeToLive(client, true);
  }

  @Test
  void listTables_manyTables_pagesInOrder() {
    ControlPlaneSimulator aws = simulator(MINUTES);
    List<String> names = IntStream.range(100, 350).mapToObj(number -> "table-" + number).toList();
    names.forEach(name -> aws.adopt(provisioned(name)));
    DynamoDbClient client = aws.client();

    ListTablesResponse first = client.listTables();
    assertThat(first.tableNames()).isEqualTo(names.subList(0, 100));
    assertThat(first.lastEvaluatedTableName()).isEqualTo("table-199");
    ListTablesResponse some =
        client.listTables(r -> r.exclusiveStartTableName("table-199").limit(7));
    assertThat(some.tableNames()).isEqualTo(names.subList(100, 107));
    assertThat(client.listTablesPaginator().tableNames()).containsExactlyElementsOf(names);
    assertThat(client.listTables(r -> r.exclusiveStartTableName("table-248").limit(100)))
        .as("a page that ends with the last table")
        .satisfies(page -> assertThat(page.tableNames()).hasSize(100))
        .satisfies(page -> assertThat(page.lastEvaluatedTableName()).isEqualTo("table-348"));
    assertThat(refusal(() -> client.listTables(r -> r.limit(101)))).contains("Limit in ListTables");
  }
}
