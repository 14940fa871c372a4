package dev.evenkeel.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.ItemTimeException;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Times that are numbers, or should be. */
class NumberTimesTest extends SeriesEdges {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1E2147483647",
        "1E-2147483647",
        "1E+100",
        "1E-100000000",
        "0E2147483647",
        "0E-2147483647",
        "-1",
        "",
        " 1",
        "Infinity",
        "0x10"
      })
  @Timeout(2)
  void time_ofAMonstrousNumber_isTold(String number) {
    for (ItemTime time : List.of(ItemTime.epochSeconds("at"), ItemTime.epochMillis("at"))) {
      assertThatThrownBy(() -> time.read(AttributeValue.fromN(number), Period.DAY))
          .isInstanceOf(ItemTimeException.class)
          .hasFieldOrPropertyWithValue("reason", ItemTimeException.Reason.UNREADABLE);
    }
  }

  private TimeSeriesSpec numbers() {
    return TimeSeriesSpec.builder("numbers")
        .time(ItemTime.epochSeconds("at"))
        .period(Period.DAY)
        .since(Instant.parse("2026-11-20T00:00:00Z"))
        .missingTables(MissingTablePolicy.SKIP)
        .template(
            TableTemplate.of(
                CreateTableRequest.builder()
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(
                        AttributeDefinition.builder()
                            .attributeName("device")
                            .attributeType(ScalarAttributeType.S)
                            .build(),
                        AttributeDefinition.builder()
                            .attributeName("at")
                            .attributeType(ScalarAttributeType.N)
                            .build())
                    .keySchema(
                        KeySchemaElement.builder()
                            .attributeName("device")
                            .keyType(KeyType.HASH)
                            .build(),
                        KeySchemaElement.builder()
                            .attributeName("at")
                            .keyType(KeyType.RANGE)
                            .build())
                    .build()))
        .build();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void read_boundedByWhatIsNoNumber_saysSoWithoutTheValue(Kind kind) {
    ClientUnderTest client = client(kind, numbers());
    Map<String, AttributeValue> values =
        Map.of(":d", AttributeValue.fromS("d"), ":at", AttributeValue.fromN("secret"));
    QueryRequest query =
        QueryRequest.builder()
            .tableName("numbers")
            .keyConditionExpression("device = :d AND #a > :at")
            .expressionAttributeNames(Map.of("#a", "at"))
            .expressionAttributeValues(values)
            .build();
    ScanRequest scan =
        ScanRequest.builder()
            .tableName("numbers")
            .filterExpression("#a > :at AND device = :d")
            .expressionAttributeNames(Map.of("#a", "at"))
            .expressionAttributeValues(values)
            .build();
    QueryRequest started =
        query.toBuilder()
            .keyConditionExpression("device = :d")
            .expressionAttributeNames(null)
            .expressionAttributeValues(Map.of(":d", AttributeValue.fromS("d")))
            .exclusiveStartKey(
                Map.of("device", AttributeValue.fromS("d"), "at", AttributeValue.fromN("secret")))
            .build();

    for (DynamoDbRequest request : List.of(query, scan, started)) {
      Throwable failure = catchThrowable(() -> client.call(request));
      assertThat(failure).isInstanceOf(DynamoDbException.class).hasMessageNotContaining("secret");
    }
  }
}
