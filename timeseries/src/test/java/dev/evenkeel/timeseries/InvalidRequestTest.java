package dev.evenkeel.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A request that plain DynamoDB refuses fails on a time series with the same class, code and
 * status.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class InvalidRequestTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:30:00Z");
  private static final TimeSeriesSpec SPEC = Readings.spec("2026-11-20T00:00:00Z").build();
  private static final String OLD = "2026-11-20T12:00:00Z";
  private static final String NEW = "2026-11-21T00:10:00Z";

  private static List<DynamoDbRequest> requests() {
    List<DynamoDbRequest> all = new ArrayList<>();
    for (Map<String, AttributeValue> key :
        List.of(
            Map.of("device", fromS("d")),
            Map.of("at", fromS(OLD)),
            Map.of("device", fromS("d"), "at", fromN("1")),
            Map.of("device", fromN("1"), "at", fromS(OLD)),
            Map.of("device", fromS(""), "at", fromS(OLD)))) {
      all.add(GetItemRequest.builder().tableName(Readings.TABLE).key(key).build());
      all.add(PutItemRequest.builder().tableName(Readings.TABLE).item(key).build());
      all.add(UpdateItemRequest.builder().tableName(Readings.TABLE).key(key).build());
      all.add(DeleteItemRequest.builder().tableName(Readings.TABLE).key(key).build());
    }
    Map<String, AttributeValue> old = Readings.key("d", OLD);
    Map<String, AttributeValue> young = Readings.key("d", NEW);
    all.add(batchGet(List.of(old, young, old)));
    all.add(batchWrite(List.of(old, young, old)));
    all.add(batchGet(List.of()));
    all.add(batchWrite(List.of()));
    all.add(batchGet(keys(101)));
    all.add(batchWrite(keys(26)));
    String both = "device = :d AND at BETWEEN :a AND :b";
    Map<String, AttributeValue> values =
        Map.of(":d", fromS("d"), ":a", fromS(OLD), ":b", fromS(NEW));
    for (String condition :
        List.of(
            "device <> :d AND at BETWEEN :a AND :b",
            "at BETWEEN :a AND :b",
            "device = :d AND at BETWEEN :a AND :w",
            "device = :d AND at BETWEEN :a",
            "device = :d OR at BETWEEN :a AND :b")) {
      all.add(query(condition, values));
    }
    all.add(query(both, Map.of(":d", fromN("1"), ":a", fromS(OLD), ":b", fromS(NEW))));
    all.add(query(both, Map.of(":d", fromS("d"), ":a", fromN("1"), ":b", fromN("2"))));
    all.add(QueryRequest.builder().tableName(Readings.TABLE).build());
    all.add(
        QueryRequest.builder()
            .tableName(Readings.TABLE)
            .indexName("none")
            .keyConditionExpression("kind = :d")
            .expressionAttributeValues(Map.of(":d", fromS("d")))
            .build());
    all.add(
        ScanRequest.builder()
            .tableName(Readings.TABLE)
            .filterExpression("a =")
            .expressionAttributeValues(Map.of(":d", fromS("d")))
            .build());
    for (Map<String, AttributeValue> start :
        List.of(
            Map.of("device", fromS("d")),
            Map.of("device", fromS("d"), "at", fromN("1")),
            Readings.key("d", "2026-11-20T01:00:00Z"))) {
      QueryRequest query = (QueryRequest) query(both, values);
      all.add(query.toBuilder().exclusiveStartKey(start).build());
    }
    return all;
  }

  private static List<Map<String, AttributeValue>> keys(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Readings.key("d" + i, i % 2 == 0 ? OLD : NEW))
        .toList();
  }

  private static DynamoDbRequest query(String condition, Map<String, AttributeValue> values) {
    return QueryRequest.builder()
        .tableName(Readings.TABLE)
        .keyConditionExpression(condition.replace("at ", "#at "))
        .expressionAttributeNames(Map.of("#at", "at"))
        .expressionAttributeValues(values)
        .build();
  }

  private static DynamoDbRequest batchGet(List<Map<String, AttributeValue>> keys) {
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(Readings.TABLE, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }

  private static DynamoDbRequest batchWrite(List<Map<String, AttributeValue>> items) {
    return BatchWriteItemRequest.builder()
        .requestItems(
            Map.of(
                Readings.TABLE,
                items.stream()
                    .map(item -> WriteRequest.builder().putRequest(p -> p.item(item)).build())
                    .toList()))
        .build();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource(Kind.class)
  void requests_thatPlainDynamoDbRefuses_failAlike(Kind kind, LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    try (DynamoDbClient periods = own.client();
        DynamoDbAsyncClient async = own.asyncClient();
        DynamoDbClient plain = local.isolated().client()) {
      Readings.create(periods, SPEC, "2026-11-20", "2026-11-21");
      plain.createTable(Readings.template().toBuilder().tableName(Readings.TABLE).build());
      ClientUnderTest client =
          SeriesUnderTest.over(
                  kind, periods, async, builder -> builder.table(SPEC).clock(() -> NOW))
              .client();
      List<String> unlike = new ArrayList<>();
      for (DynamoDbRequest request : requests()) {
        String expected = failure(asked -> DynamoDbCalls.call(plain, asked), request);
        String actual = failure(asked -> client.call(asked), request);
        if (!actual.equals(expected)) {
          String text = request.toString();
          unlike.add(
              "%s%n  plain %s, series %s"
                  .formatted(text.substring(0, Math.min(300, text.length())), expected, actual));
        }
      }
      assertThat(unlike).isEmpty();
    }
  }

  private static String failure(Function<DynamoDbRequest, ?> call, DynamoDbRequest request) {
    try {
      var unused = call.apply(request);
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
