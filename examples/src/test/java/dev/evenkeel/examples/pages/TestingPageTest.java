package dev.evenkeel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.control.ControlFault;
import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.testkit.control.ExportScript;
import dev.evenkeel.testkit.control.ExportSimulator;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.timeseries.ItemJson;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.s3.S3Client;

/** The code of {@code docs/testing.md}, which runs. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class TestingPageTest {
  private static final Map<String, AttributeValue> HOT = Map.of("pk", AttributeValue.fromS("hot"));

  private static CreateTableRequest table(String name) {
    return CreateTableRequest.builder()
        .tableName(name)
        .attributeDefinitions(
            AttributeDefinition.builder().attributeName("pk").attributeType("S").build())
        .keySchema(KeySchemaElement.builder().attributeName("pk").keyType("HASH").build())
        .billingMode("PAY_PER_REQUEST")
        .build();
  }

  @Test
  void faults_ofAPlan_areMetOnTheWay(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    try (DynamoDbClient client = own.client()) {
      client.createTable(table("orders"));
    }
    faults(own, HOT);
  }

  private static void faults(LocalDynamoDb local, Map<String, AttributeValue> hot) {
    // [docs:faults]
    FaultPlan plan =
        FaultPlan.seeded(42)
            .rule(
                FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE))
                    .into("PutItem")
                    .onTable("orders")
                    .whereKey("pk", pk -> pk.s().equals("hot"))
                    .first(2))
            .rule(
                FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY))
                    .into("UpdateItem")
                    .withProbability(0.1))
            .build();
    FaultInjector faults = plan.injector();
    try (DynamoDbClient client = local.client(faults.httpClientBuilder())) { // or asyncClient(...)
      client.putItem(put -> put.tableName("orders").item(hot)); // the SDK tries three times
    }
    assertThat(faults.journal()).as(plan.toString()).hasSize(2);
    // [docs]
  }

  @Test
  void tables_inVirtualTime_becomeActiveBySteps(LocalDynamoDb local) {
    control(local.isolated(), table("log-2026"), HOT);
  }

  private static void control(
      LocalDynamoDb local, CreateTableRequest log, Map<String, AttributeValue> entry) {
    // [docs:control]
    ControlPlaneSimulator aws =
        ControlPlaneSimulator.seeded(42).over(local.client()).build(); // and over an asyncClient()
    aws.inject(ControlFault.answerLost().into("DeleteTable").withProbability(0.1));
    DynamoDbClient client = aws.client(); // or aws.asyncClient()
    client.createTable(log); // CREATING; DescribeTable may not find it yet, PutItem does not
    aws.advance(Duration.ofMinutes(1)); // ACTIVE
    client.putItem(put -> put.tableName("log-2026").item(entry));
    assertThat(aws.checker().tablesTouchedOutside("log-")).isEmpty();
    assertThat(aws.checker().writesLost()).as(aws.log().toString()).isEmpty();
    // [docs]
  }

  @Test
  void exports_inVirtualTime_failAsTheirScriptSays(LocalDynamoDb local, LocalS3 objects) {
    LocalDynamoDb own = local.isolated();
    String arn;
    try (DynamoDbClient client = own.client()) {
      arn = client.createTable(table("orders")).tableDescription().tableArn();
    }
    try (S3Client s3 = objects.client()) {
      export(own, s3, arn, objects.newBucket());
    }
  }

  private static void export(LocalDynamoDb local, S3Client s3, String orders, String bucket) {
    // [docs:export]
    ExportSimulator aws =
        ExportSimulator.seeded(42).over(local.client()).into(s3).build(); // or an asyncClient()
    aws.next(ExportScript.fails("S3AccessDenied", "Access Denied")); // otherwise exports succeed
    DynamoDbClient client = aws.client();
    client.updateContinuousBackups( // without it PointInTimeRecoveryUnavailableException
        request ->
            request
                .tableName("orders")
                .pointInTimeRecoverySpecification(to -> to.pointInTimeRecoveryEnabled(true)));
    String export = // IN_PROGRESS; DescribeExport may not find it yet
        client
            .exportTableToPointInTime(request -> request.tableArn(orders).s3Bucket(bucket))
            .exportDescription()
            .exportArn();
    aws.advance(Duration.ofMinutes(15)); // FAILED; without the script its objects are there
    assertThat(
            client
                .describeExport(request -> request.exportArn(export))
                .exportDescription()
                .failureCode())
        .isEqualTo("S3AccessDenied");
    // [docs]
  }

  @Test
  void items_ofAGenerator_comeBackFromJson() {
    // [docs:property]
    Property.check(
        200,
        gen -> {
          Map<String, AttributeValue> item = gen.item(Map.of("pk", gen.keyValue()));
          String json = ItemJson.of(item);
          assertThat(ItemJson.item("bucket", "key", 1, json)).isEqualTo(item);
        });
    // [docs]
  }
}
