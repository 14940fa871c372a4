package dev.evenkeel.jobs.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

@ExtendWith(LocalDynamoDbExtension.class)
class HandlersTest {
  private static final String TABLES =
      """
      controlTable: evenkeel-control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: 2026-11-01
          template: {partitionKey: {name: page}, sortKey: {name: at}}
          retention: {age: 1d, withoutArchive: true}
      lifecycle: {deletes: 5}
      chunking:
        - tableName: replies
          partitionKey: {name: Id}
          attributes: {Message: CHUNKS}
          chunkTable: {tableName: reply-chunks}
          intentTable: {tableName: reply-intents}
      """;
  private static final Configuration CONFIGURATION =
      ConfigurationReader.parse("evenkeel.yaml", TABLES);

  private Instant now = Instant.parse("2026-11-20T12:00:00Z");
  private int remainingMillis = 600_000;
  private DynamoDbClient client;
  private LambdaEnvironment environment;
  private Configuration configuration = CONFIGURATION;
  private final List<String> lines = new ArrayList<>();

  @BeforeEach
  void begin(LocalDynamoDb server) {
    client = server.isolated().client();
    environment =
        new LambdaEnvironment(
            () -> configuration,
            () -> client,
            () -> {
              throw new AssertionError("there is no bucket");
            },
            () -> now,
            () -> null,
            lines::add);
  }

  /** Lambda's context, of which handlers may ask for the time alone. */
  private Context context() {
    return (Context)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Context.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("getRemainingTimeInMillis");
              return remainingMillis;
            });
  }

  private JsonNode call(RequestStreamHandler handler, String event) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    handler.handleRequest(
        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), output, context());
    return new ObjectMapper().readTree(output.toByteArray());
  }

  @Test
  void tables_withoutAnEvent_appliesAndDeletesNothing() throws IOException {
    TablesHandler handler = new TablesHandler(environment);
    assertThat(call(handler, "").path("complete").asBoolean()).isTrue();
    now = Instant.parse("2026-11-24T12:00:00Z");
    assertThat(call(handler, "{}").path("complete").asBoolean()).isTrue();

    assertThat(client.listTables().tableNames()).contains("clicks_2026-11-20", "clicks_2026-11-24");
  }

  @Test
  void configuration_ofOtherRegionsOrAnotherRole_isRefused() {
    Configuration two =
        ConfigurationReader.parse("evenkeel.yaml", TABLES + "regions: [eu-west-1, eu-west-2]\n");
    Configuration own =
        ConfigurationReader.parse("evenkeel.yaml", TABLES + "regions: [eu-north-1]\n");
    Map<String, String> here = Map.of("AWS_REGION", "eu-north-1", "EVENKEEL_ROLE_ARN", "");

    assertThat(LambdaEnvironment.fitting(CONFIGURATION, here)).isSameAs(CONFIGURATION);
    assertThat(LambdaEnvironment.fitting(own, here)).isSameAs(own);
    assertThatThrownBy(() -> LambdaEnvironment.fitting(two, here))
        .isInstanceOf(JobException.class)
        .hasMessageContaining(
            "'regions' is [eu-west-1, eu-west-2], and the function is in eu-north-1");
    assertThatThrownBy(
            () -> LambdaEnvironment.fitting(CONFIGURATION, Map.of("EVENKEEL_ROLE_ARN", "arn")))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("EVENKEEL_ROLE_ARN is set");
  }

  /** Of another's table in the way nothing is planned, and writes fail from midnight on. */
  @Test
  void tables_oneIsOverdue_failsTheCallAndTellsInMetrics() throws IOException {
    configuration =
        ConfigurationReader.parse(
            "evenkeel.yaml",
            TABLES.replace("lifecycle: {", "lifecycle: {metrics: EMF, localEngine: true, "));
    TablesHandler handler = new TablesHandler(environment);
    JsonNode noon = call(handler, "{}").path("series").path(0);
    assertThat(noon.path("overdue")).isEmpty();
    assertThat(noon.path("boundaryWithoutTable").asText()).isEqualTo("2026-11-21T00:00:00Z");
    JsonNode metrics = new ObjectMapper().readTree(lines.get(0));
    assertThat(metrics.path("overdue_tables").asInt()).isZero();
    assertThat(metrics.path("seconds_to_next_boundary_without_table").asInt()).isEqualTo(43_200);
    assertThat(metrics.path("series").asText()).isEqualTo("clicks");
    assertThat(metrics.at("/_aws/Timestamp").asLong()).isEqualTo(now.toEpochMilli());
    assertThat(metrics.at("/_aws/CloudWatchMetrics/0").toString())
        .isEqualTo(
            "{\"Namespace\":\"Evenkeel\",\"Dimensions\":[[\"series\"]],\"Metrics\":[{\"Name\":\"overdue_tables\",\"Unit\":\"Count\"},{\"Name\":\"seconds_to_next_boundary_without_table\",\"Unit\":\"Seconds\"}]}");

    create("clicks_2026-11-21");
    now = Instant.parse("2026-11-21T00:10:00Z");
    assertThatThrownBy(() -> call(handler, "{}"))
        .isInstanceOf(JobException.class)
        .hasMessageContaining("overdue")
        .hasMessageContaining("clicks_2026-11-21");
    JsonNode late = new ObjectMapper().readTree(lines.get(1));
    assertThat(late.path("overdue_tables").asInt()).isEqualTo(1);
    assertThat(late.path("seconds_to_next_boundary_without_table").asInt()).isEqualTo(-600);
  }

  private void create(String table) {
    client.createTable(
        request ->
            request
                .tableName(table)
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName("id").attributeType("S").build())
                .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build())
                .billingMode("PAY_PER_REQUEST"));
  }

  @Test
  void tables_toldToDelete_deletes() throws IOException {
    TablesHandler handler = new TablesHandler(environment);
    call(handler, "{}");
    now = Instant.parse("2026-11-24T12:00:00Z");
    call(handler, "{}");
    call(handler, "{\"delete\": true}");

    assertThat(client.listTables().tableNames()).doesNotContain("clicks_2026-11-20");
  }

  @Test
  void tables_whoseRunFails_failsTheCall() throws IOException {
    TablesHandler handler = new TablesHandler(environment);
    call(handler, "{}");
    now = Instant.parse("2026-11-10T12:00:00Z");

    assertThatThrownBy(() -> call(handler, "{}"))
        .isInstanceOf(JobException.class)
        .hasMessageStartingWith("The run failed; the next call tries again. {")
        .hasMessageContaining("A run for 'clicks' saw 2026-11-20T12:00:00Z");
  }

  @Test
  void handlers_ofAnEventTheyDoNotKnow_refuseIt() {
    TablesHandler tables = new TablesHandler(environment);
    SweepHandler sweep = new SweepHandler(environment);

    assertThatThrownBy(() -> call(tables, "{\"deletes\": true}"))
        .hasMessage(
            "The event is to be an object with no other members than [delete, reconcile], but it"
                + " has [deletes].");
    assertThatThrownBy(() -> call(tables, "[]")).hasMessageContaining("it is none");
    assertThatThrownBy(() -> call(tables, "{\"delete\": \"yes\"}"))
        .hasMessage("'delete' is to be true or false.");
    assertThatThrownBy(() -> call(sweep, "{\"cursor\": \"x\"}"))
        .hasMessage("'cursor' is the nextCursor of a deep sweep, and goes with 'deep'.");
    assertThat(client.listTables().tableNames()).isEmpty();
  }

  private void createChunkedTables() {
    for (String table : new String[] {"replies", "reply-chunks", "reply-intents"}) {
      boolean isIntents = table.equals("reply-intents");
      KeySchemaElement hash =
          KeySchemaElement.builder()
              .attributeName(isIntents ? "Bucket" : "Id")
              .keyType("HASH")
              .build();
      AttributeDefinition first =
          AttributeDefinition.builder()
              .attributeName(hash.attributeName())
              .attributeType(isIntents ? "N" : "S")
              .build();
      KeySchemaElement range =
          KeySchemaElement.builder().attributeName("Due").keyType("RANGE").build();
      AttributeDefinition second =
          AttributeDefinition.builder().attributeName("Due").attributeType("S").build();
      client.createTable(
          request -> {
            request.tableName(table).billingMode("PAY_PER_REQUEST");
            if (isIntents) {
              request.keySchema(hash, range).attributeDefinitions(first, second);
            } else {
              request.keySchema(hash).attributeDefinitions(first);
            }
          });
    }
  }

  @Test
  void sweep_deepThenPlainAfterTheGrace_removesWhatNobodyHas() throws IOException {
    createChunkedTables();
    ChunkingDynamoDbClient writer =
        ChunkingDynamoDbClient.builder(client).table(CONFIGURATION.chunking().get(0)).build();
    Map<String, AttributeValue> item =
        Map.of(
            "Id", AttributeValue.fromS("a"), "Message", AttributeValue.fromS("x".repeat(500_000)));
    writer.putItem(put -> put.tableName("replies").item(item));
    client.deleteItem(
        delete -> delete.tableName("replies").key(Map.of("Id", AttributeValue.fromS("a"))));
    now = Instant.now().plus(Duration.ofHours(1));
    SweepHandler handler = new SweepHandler(environment);
    remainingMillis = 1;

    JsonNode first = call(handler, "{\"deep\": true, \"delete\": true}");
    assertThat(first.path("steps").asInt()).isEqualTo(1);
    assertThat(first.path("chunkedNoted").asInt()).isEqualTo(1);
    assertThat(first.path("nextCursor").isNull()).isTrue();
    assertThat(call(handler, "{\"delete\": true}").path("payloads").path("chunkedRemoved").asInt())
        .isZero();
    now = now.plus(Duration.ofHours(1));
    assertThat(call(handler, "{\"delete\": true}").path("payloads").path("chunkedRemoved").asInt())
        .isEqualTo(1);
  }

  @Test
  void budget_neverPassesWhatRemainsNorWhatIsConfigured() {
    Duration lease = Duration.ofMinutes(2);
    Duration budget = Duration.ofMinutes(10);

    assertThat(TimeSlice.budget(Duration.ofMinutes(15), lease, budget)).isEqualTo(budget);
    assertThat(TimeSlice.budget(Duration.ofMinutes(5), lease, budget))
        .isEqualTo(Duration.ofSeconds(150));
    assertThat(TimeSlice.budget(Duration.ofMinutes(1), lease, budget)).isEqualTo(Duration.ZERO);
  }

  @Test
  void steps_goOnOnlyIfAnotherFits() {
    remainingMillis = 600_000;
    StepTimes times = new StepTimes(() -> Duration.ofMillis(remainingMillis));
    assertThat(times.isTimeForAnother()).isTrue();
    remainingMillis = 200_000;
    times.stepDone();

    assertThat(times.isTimeForAnother()).isFalse();
  }
}
