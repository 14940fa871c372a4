package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.InvalidExpressions.expressions;
import static dev.evenkeel.sharding.InvalidExpressions.queries;
import static dev.evenkeel.sharding.InvalidKeys.SPECS;
import static dev.evenkeel.sharding.InvalidKeys.badKeys;
import static dev.evenkeel.sharding.InvalidKeys.batches;
import static dev.evenkeel.sharding.InvalidKeys.ofKey;
import static dev.evenkeel.sharding.InvalidKeys.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A request that plain DynamoDB refuses fails on a sharded table with the same class, code and
 * status.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class InvalidRequestTest {
  private static List<DynamoDbRequest> requests() {
    Stream<DynamoDbRequest> ofKeys =
        badKeys().entrySet().stream()
            .flatMap(bad -> bad.getValue().stream().flatMap(key -> ofKey(bad.getKey(), key)));
    return Stream.of(ofKeys, expressions(), queries(), batches()).flatMap(all -> all).toList();
  }

  @KindsInTurn
  void requests_thatPlainDynamoDbRefuses_failAlike(Kind kind, LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    try (ClientUnderTest sharded =
        ShardedClients.open(kind, own, SPECS.toArray(ShardingSpec[]::new))) {
      SPECS.forEach(spec -> sharded.call(table(spec)));
      assertThat(unlike(sharded, local)).isEmpty();
    }
  }

  /** These calls are planned while they run, and those in pieces and of a move once more. */
  @KindsInTurn
  void requests_onTablesWithRecords_failAlikeWhateverTheLayout(Kind kind, LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    try (DynamoDbClient plain = own.client();
        DynamoDbClient guarded = guarded(own);
        LayoutStore store =
            LayoutStore.builder(plain).times(LiveTable.LEASE, LiveTable.LATE).build()) {
      store.createTable();
      ShardingSpec[] specs =
          SPECS.stream()
              .map(spec -> spec.toBuilder().layoutFrom(store).build())
              .toArray(ShardingSpec[]::new);
      try (ClientUnderTest sharded = ShardedClients.guarded(kind, own, specs)) {
        SPECS.forEach(spec -> sharded.call(table(spec)));
        assertThat(unlike(sharded, local)).as("settled").isEmpty();
        LayoutEditor.of(specs[0], plain).ready();
        assertThat(unlike(sharded, local)).as("ready").isEmpty();

        LayoutEditor.of(specs[0], plain).addPiece(fromS("a"), fromS("5"), 8);
        LayoutEditor.of(specs[1], plain).addPiece(fromN("1"), fromN("5"), 8);
        assertThat(unlike(sharded, local)).as("in pieces").isEmpty();

        Resharder.of(specs[0], guarded).start(fromS("a"), 2);
        Resharder.of(specs[1], guarded).start(fromN("1"), 2);
        assertThat(unlike(sharded, local)).as("while items move").isEmpty();
      }
    }
  }

  private static DynamoDbClient guarded(LocalDynamoDb local) {
    return local
        .clientBuilder()
        .overrideConfiguration(c -> c.addExecutionInterceptor(LayoutGuard.create()))
        .build();
  }

  /** The requests that do not fail as on a table without Evenkeel. */
  private static List<String> unlike(ClientUnderTest sharded, LocalDynamoDb local) {
    ShardingSpec elsewhere = spec("elsewhere", ScalarAttributeType.S).build();
    try (ClientUnderTest plain = ShardedClients.open(Kind.SYNC, local.isolated(), elsewhere)) {
      SPECS.forEach(spec -> plain.call(table(spec)));
      List<String> unlike = new ArrayList<>();
      for (DynamoDbRequest request : requests()) {
        String expected = failure(plain, request);
        String actual = failure(sharded, request);
        if (!actual.equals(expected)) {
          unlike.add("%s%n  plain %s, sharded %s".formatted(text(request), expected, actual));
        }
      }
      return unlike;
    }
  }

  private static String text(DynamoDbRequest request) {
    String text = request.toString();
    return text.substring(0, Math.min(400, text.length()));
  }

  private static CreateTableRequest table(ShardingSpec spec) {
    return CreateTableRequest.builder()
        .tableName(spec.tableName())
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(
            KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
            KeySchemaElement.builder().attributeName("sk").keyType(KeyType.RANGE).build())
        .attributeDefinitions(
            AttributeDefinition.builder()
                .attributeName("pk")
                .attributeType(spec.partitionType())
                .build(),
            AttributeDefinition.builder()
                .attributeName("sk")
                .attributeType(spec.sortType())
                .build())
        .build();
  }

  private static String failure(ClientUnderTest client, DynamoDbRequest request) {
    try {
      client.call(request);
      return "accepted";
    } catch (DynamoDbException e) {
      return "%s %s %d %s"
          .formatted(
              e.getClass().getSimpleName(),
              e.awsErrorDetails().errorCode(),
              e.statusCode(),
              e.awsErrorDetails().serviceName());
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + " " + e.getMessage();
    }
  }
}
