package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationException;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Account;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Commands over large values whose chunks are a series, under the printed rights alone. */
@ExtendWith(LocalDynamoDbExtension.class)
class PeriodSweepTest {
  private static final Account ACCOUNT = new Account("aws", "eu-central-1", "123456789012");

  private static final String CONFIGURATION =
      """
      controlTable: control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: TODAY
          template: {partitionKey: {name: page}, sortKey: {name: at}}
        - tableName: click-chunks
          companionOf: clicks
          time: {attribute: at}
          period: day
          since: TODAY
          template: {partitionKey: {name: Id}, sortKey: {name: at}}
      chunking:
        - tableName: clicks
          partitionKey: {name: page}
          sortKey: {name: at}
          attributes: {Shot: CHUNKS}
          chunkTable: {tableName: click-chunks}
          intentTable: {tableName: click-intents}
          grace: 15m
      """;

  @TempDir private Path folder;
  private CommandRunner typed;
  private DynamoDbClient plain;
  private Path config;
  private Configuration configuration;
  private String day;

  private void begin(LocalDynamoDb server, Instant now) throws IOException {
    LocalDynamoDb own = server.isolated();
    plain = own.client();
    typed = CommandRunner.on(own);
    typed.now = now;
    day = now.atZone(ZoneOffset.UTC).toLocalDate().toString();
    config = folder.resolve("evenkeel.yaml");
    Files.writeString(config, CONFIGURATION.replace("TODAY", day));
    configuration = ConfigurationReader.read(config);
    plain.createTable(
        request ->
            request
                .tableName("click-intents")
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("Bucket")
                        .attributeType("N")
                        .build(),
                    AttributeDefinition.builder().attributeName("Due").attributeType("S").build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("Bucket").keyType("HASH").build(),
                    KeySchemaElement.builder().attributeName("Due").keyType("RANGE").build()));
    assertThat(run("tables", "apply").code()).isZero();
  }

  private Result run(String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("-c", config.toString()));
    return typed.run(words.toArray(String[]::new));
  }

  private Map<String, AttributeValue> key() {
    return Map.of(
        "page", AttributeValue.fromS("home"), "at", AttributeValue.fromS(day + "T00:00:01Z"));
  }

  /** Writes a value of two chunks or more; another one each time. */
  private void write(long seed) {
    byte[] shot = new byte[450_000];
    new Random(seed).nextBytes(shot);
    ChunkingDynamoDbClient.builder(configuration.shown(plain, () -> typed.now))
        .table(configuration.chunking().get(0))
        .build()
        .updateItem(
            update ->
                update
                    .tableName("clicks")
                    .key(key())
                    .updateExpression("SET Shot = :shot")
                    .expressionAttributeValues(
                        Map.of(":shot", AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(shot)))));
  }

  private int chunks() {
    return plain.scanPaginator(scan -> scan.tableName("click-chunks_" + day)).items().stream()
        .toList()
        .size();
  }

  private void sweep(String... more) {
    typed.now = typed.now.plus(Duration.ofHours(1));
    assertThat(run("tables", "apply").code()).isZero(); // the next day may have begun
    List<String> words = new ArrayList<>(List.of("sweep", "--delete"));
    words.addAll(List.of(more));
    Result result = run(words.toArray(String[]::new));
    assertThat(result.code()).as("%s", result).isZero();
  }

  @Tag("deep")
  @Test
  void sweep_ofChunksOfASeries_removesOrphansFromTheirPeriods(LocalDynamoDb server)
      throws IOException {
    begin(server, Instant.now());
    write(1);
    int each = chunks();
    write(2);
    assertThat(chunks()).isEqualTo(2 * each).isPositive();
    typed.calls.under(configuration);

    sweep();
    assertThat(chunks()).isEqualTo(each);
    plain.deleteItem(delete -> delete.tableName("clicks_" + day).key(key()));
    sweep("--deep");
    sweep();

    assertThat(chunks()).isZero();
    assertThat(typed.calls.refused()).isEmpty();
    assertThat(plain.scan(scan -> scan.tableName("click-intents")).count()).isZero();
  }

  @Tag("deep")
  @Test
  void doctor_ofChunksOfASeries_looksAtTheCurrentPeriod(LocalDynamoDb server) throws IOException {
    begin(server, Instant.now());
    write(1);
    typed.calls.granting(
        Policy.of(configuration, ACCOUNT).examining(configuration, ACCOUNT).statements());

    Result healthy = run("doctor");
    assertThat(healthy.code()).as("%s", healthy).isZero();
    assertThat(healthy.out())
        .contains("what the spec names is there and fits it", "sampled values are where");
    assertThat(typed.calls.refused()).isEmpty();

    plain
        .scan(scan -> scan.tableName("click-chunks_" + day))
        .items()
        .forEach(
            row ->
                plain.deleteItem(
                    delete ->
                        delete
                            .tableName("click-chunks_" + day)
                            .key(Map.of("Id", row.get("Id"), "at", row.get("at")))));
    Result lost = run("doctor");
    assertThat(lost.code()).as("%s", lost).isEqualTo(1);
    assertThat(lost.out()).contains("1 of 1 sampled values are not where their items say");
  }

  @Test
  void configuration_ofASeriesWhoseChunksHaveNoPeriods_isRefused() {
    String other =
        CONFIGURATION
            .replace("TODAY", "2026-11-20")
            .replace("chunkTable: {tableName: click-chunks}", "chunkTable: {tableName: plain}");

    assertThatThrownBy(() -> ConfigurationReader.parse("evenkeel.yaml", other))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("goes to 'plain', which is no companion of that series");
  }
}
