package dev.evenkeel.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.Retention;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * The override configuration of one read, credentials for example, is used for all its
 * sub-requests.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class CallerSettingsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final String CONTROL = "control";
  private static final AwsRequestOverrideConfiguration MINE =
      AwsRequestOverrideConfiguration.builder().putHeader("x-who", "me").build();

  /** The days up to the 17th are past their retention, and their tables are gone. */
  private static final TimeSeriesSpec SPEC =
      Readings.spec("2026-11-15T00:00:00Z")
          .retention(Retention.deleteAfter(Duration.ofDays(3)))
          .build();

  private final List<DynamoDbRequest> sent = Collections.synchronizedList(new ArrayList<>());
  private final DynamoDbClient sync;
  private final DynamoDbAsyncClient async;

  CallerSettingsTest(LocalDynamoDb local) {
    this.sync = local.clientBuilder().overrideConfiguration(this::observe).build();
    this.async = local.asyncClientBuilder().overrideConfiguration(this::observe).build();
  }

  private void observe(ClientOverrideConfiguration.Builder configuration) {
    configuration.addExecutionInterceptor(
        new ExecutionInterceptor() {
          @Override
          public void beforeExecution(
              Context.BeforeExecution context, ExecutionAttributes attributes) {
            sent.add((DynamoDbRequest) context.request());
          }
        });
  }

  @BeforeEach
  void createTables(DynamoDbClient plain) {
    Readings.create(plain, SPEC, "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21");
    plain.createTable(
        table ->
            table
                .tableName(CONTROL)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(text("pk"), text("sk"))
                .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE)));
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @AfterEach
  void close(DynamoDbClient plain) {
    plain.listTables().tableNames().forEach(name -> plain.deleteTable(r -> r.tableName(name)));
    sync.close();
    async.close();
  }

  private static List<DynamoDbRequest> reads() {
    Map<String, AttributeValue> gone = Readings.key("d", "2026-11-16T12:00:00Z");
    Map<String, AttributeValue> values =
        Map.of(":d", AttributeValue.fromS("d"), ":since", AttributeValue.fromS("2026-11-15"));
    Map<String, AttributeValue> even =
        Map.of(":k", AttributeValue.fromS("even"), ":since", AttributeValue.fromS("2026-11-15"));
    return List.of(
        GetItemRequest.builder().tableName(Readings.TABLE).key(gone).build(),
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(Readings.TABLE, KeysAndAttributes.builder().keys(List.of(gone)).build()))
            .build(),
        QueryRequest.builder()
            .tableName(Readings.TABLE)
            .keyConditionExpression("device = :d AND #at >= :since")
            .expressionAttributeNames(Map.of("#at", "at"))
            .expressionAttributeValues(values)
            .build(),
        QueryRequest.builder()
            .tableName(Readings.TABLE)
            .indexName("byKindAndValue")
            .keyConditionExpression("kind = :k")
            .filterExpression("#at >= :since")
            .expressionAttributeNames(Map.of("#at", "at"))
            .expressionAttributeValues(even)
            .build(),
        ScanRequest.builder()
            .tableName(Readings.TABLE)
            .filterExpression("#at >= :since")
            .expressionAttributeNames(Map.of("#at", "at"))
            .expressionAttributeValues(Map.of(":since", AttributeValue.fromS("2026-11-15")))
            .build());
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void read_withSettings_asksTablesAndCatalogueUnderThem(Kind kind) {
    ClientUnderTest client =
        SeriesUnderTest.over(
                kind, sync, async, b -> b.table(SPEC).clock(() -> NOW).archivedReads(CONTROL))
            .client();
    for (DynamoDbRequest read : reads()) {
      sent.clear();
      var unused =
          client.call((DynamoDbRequest) read.toBuilder().overrideConfiguration(MINE).build());
      assertThat(sent).as("%s", read).anyMatch(CallerSettingsTest::isOfCatalogue);
      assertThat(sent)
          .as("%s", read)
          .allSatisfy(request -> assertThat(request.overrideConfiguration()).contains(MINE));
    }
  }

  private static boolean isOfCatalogue(DynamoDbRequest request) {
    return request instanceof QueryRequest query && CONTROL.equals(query.tableName());
  }
}
