package dev.evenkeel.testkit.control;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** Helpers of the simulator's tests. */
final class Simulations {
  static final String LOG = "log";
  static final String BY_USER = "by-user";

  /**
   * Creating and updating take a minute, deleting two; everything is visible and served at once.
   */
  static final ControlTimings MINUTES =
      ControlTimings.immediate()
          .creating(TimeRange.ofSeconds(60, 60))
          .updating(TimeRange.ofSeconds(60, 60))
          .deleting(TimeRange.ofSeconds(120, 120), TimeRange.ofSeconds(30, 30));

  private Simulations() {}

  static ControlPlaneSimulator simulator(ControlTimings timings) {
    return ControlPlaneSimulator.seeded(1).timings(timings).build();
  }

  /** Provisioned with 10 of each. */
  static CreateTableRequest provisioned(String table) {
    return CreateTableRequest.builder()
        .tableName(table)
        .provisionedThroughput(t -> t.readCapacityUnits(10L).writeCapacityUnits(10L))
        .attributeDefinitions(attribute("pk"))
        .keySchema(key("pk"))
        .build();
  }

  static CreateTableRequest onDemand(String table) {
    return CreateTableRequest.builder()
        .tableName(table)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(attribute("pk"))
        .keySchema(key("pk"))
        .build();
  }

  /** Provisioned with 10 of each, and with as many for its index. */
  static CreateTableRequest indexed(String table) {
    return provisioned(table).toBuilder()
        .attributeDefinitions(attribute("pk"), attribute("user"))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName(BY_USER)
                .keySchema(key("user"))
                .projection(p -> p.projectionType(ProjectionType.ALL))
                .provisionedThroughput(t -> t.readCapacityUnits(10L).writeCapacityUnits(10L))
                .build())
        .build();
  }

  static UpdateTableRequest throughput(String table, long read, long write) {
    return UpdateTableRequest.builder()
        .tableName(table)
        .provisionedThroughput(t -> t.readCapacityUnits(read).writeCapacityUnits(write))
        .build();
  }

  /** Throughput of the index alone. */
  static UpdateTableRequest indexThroughput(String table, long read, long write) {
    return UpdateTableRequest.builder()
        .tableName(table)
        .globalSecondaryIndexUpdates(
            GlobalSecondaryIndexUpdate.builder()
                .update(
                    i ->
                        i.indexName(BY_USER)
                            .provisionedThroughput(
                                t -> t.readCapacityUnits(read).writeCapacityUnits(write)))
                .build())
        .build();
  }

  /** The update that creates the index on an existing table. */
  static GlobalSecondaryIndexUpdate newIndex(boolean provisioned) {
    CreateGlobalSecondaryIndexAction.Builder index =
        CreateGlobalSecondaryIndexAction.builder()
            .indexName(BY_USER)
            .keySchema(key("user"))
            .projection(p -> p.projectionType(ProjectionType.ALL));
    if (provisioned) {
      index.provisionedThroughput(t -> t.readCapacityUnits(5L).writeCapacityUnits(5L));
    }
    return GlobalSecondaryIndexUpdate.builder().create(index.build()).build();
  }

  static TableDescription describe(DynamoDbClient client, String table) {
    return client.describeTable(r -> r.tableName(table)).table();
  }

  static Map<String, AttributeValue> item(String pk) {
    return Map.of("pk", AttributeValue.fromS(pk));
  }

  static void minutes(ControlPlaneSimulator simulator, long minutes) {
    simulator.advance(Duration.ofMinutes(minutes));
  }

  /** The code and message of what the call must throw. */
  static String refusal(ThrowingCallable call) {
    DynamoDbException refused = catchThrowableOfType(DynamoDbException.class, call);
    return refused.awsErrorDetails().errorCode() + ": " + refused.awsErrorDetails().errorMessage();
  }

  static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  static KeySchemaElement key(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }
}
