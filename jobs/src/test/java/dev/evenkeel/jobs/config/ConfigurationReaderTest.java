package dev.evenkeel.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.MissingTablePolicy;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableClass;

class ConfigurationReaderTest {
  private static final String LEAST =
      """
      controlTable: control
      tables:
        - tableName: hits
          time: {attribute: at, format: epochMillis}
          period: day
          since: 2026-11-01
          template:
            partitionKey: {name: id}
            sortKey: {name: at, type: N}
      """;

  static String full() throws IOException {
    try (InputStream resource =
        ConfigurationReaderTest.class.getResourceAsStream("/dev/evenkeel/jobs/full.yaml")) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void parse_ofTheLeast_hasTheDefaultsOfTheBuilders() {
    Configuration read = ConfigurationReader.parse("c.yaml", LEAST);

    TimeSeriesSpec spec = read.tables().get(0);
    assertThat(read.controlTable()).isEqualTo("control");
    assertThat(spec.lateness()).isEqualTo(TimeSeriesSpec.LATENESS_DEFAULT);
    assertThat(spec.prebuild()).isEqualTo(TimeSeriesSpec.PREBUILD_DEFAULT);
    assertThat(spec.retention().age()).isNull();
    assertThat(spec.template().isProvisioned()).isFalse();
    assertThat(read.lifecycle()).isEqualTo(LifecycleSettings.DEFAULT);
    assertThat(read.chunking()).isEmpty();
  }

  @Test
  void parse_ofEverything_saysItOfTheSeries() throws IOException {
    TimeSeriesSpec spec = ConfigurationReader.parse("full.yaml", full()).tables().get(0);

    assertThat(spec.tableName()).isEqualTo("clicks");
    assertThat(spec.tables().prefix()).isEqualTo("web-clicks_");
    assertThat(spec.period()).isEqualTo(Period.SIX_HOURS);
    assertThat(spec.since()).isEqualTo(Instant.parse("2026-11-01T06:00:00Z"));
    assertThat(spec.time().toString()).contains("at as an ISO 8601");
    assertThat(spec.lateness()).isEqualTo(Duration.ofHours(2));
    assertThat(spec.latePolicy()).isEqualTo(LatePolicy.ACCEPT);
    assertThat(spec.futureTolerance()).isEqualTo(Duration.ofMinutes(5));
    assertThat(spec.prebuild()).isEqualTo(Duration.ofMinutes(90));
    assertThat(spec.missingTables()).isEqualTo(MissingTablePolicy.SKIP);
    assertThat(spec.tablesMax()).isEqualTo(40);
    assertThat(spec.tiers())
        .containsExactly(
            Tier.cooled().provisioned(20, 1),
            Tier.after(Duration.ofDays(30)).onDemand().in(TableClass.STANDARD_INFREQUENT_ACCESS));
    assertThat(spec.retention().age()).isEqualTo(Duration.ofDays(90));
    assertThat(spec.retention().withoutArchive()).isTrue();
  }

  @Test
  void parse_ofACompanion_hasTheAgesOfItsSeries() throws IOException {
    List<TimeSeriesSpec> series = ConfigurationReader.parse("full.yaml", full()).tables();
    TimeSeriesSpec rows = series.get(1);

    assertThat(rows.companionOf()).isSameAs(series.get(0));
    assertThat(rows.retention()).isEqualTo(series.get(0).retention());
    assertThat(rows.archive()).isSameAs(series.get(0).archive());
  }

  @Test
  void parse_ofACompanionBeforeItsSeries_isRefusedAtItsPlace() throws IOException {
    String text = full().replace("companionOf: clicks", "companionOf: visits");

    assertThatThrownBy(() -> ConfigurationReader.parse("full.yaml", text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("there is no series 'visits' before this one");
  }

  @Test
  void parse_ofEverything_saysItOfTheTemplate() throws IOException {
    TimeSeriesSpec spec = ConfigurationReader.parse("full.yaml", full()).tables().get(0);

    CreateTableRequest request = spec.template().request();
    assertThat(spec.template().timeToLiveAttribute()).isEqualTo("expires");
    assertThat(spec.template().isPointInTimeRecovery()).isTrue();
    assertThat(request.billingMode()).isEqualTo(BillingMode.PROVISIONED);
    assertThat(request.provisionedThroughput().writeCapacityUnits()).isEqualTo(400);
    assertThat(request.attributeDefinitions()).hasSize(4);
    assertThat(request.globalSecondaryIndexes()).hasSize(1);
    assertThat(request.globalSecondaryIndexes().get(0).projection().nonKeyAttributes())
        .containsExactly("referrer");
    assertThat(request.localSecondaryIndexes().get(0).keySchema().get(0).attributeName())
        .isEqualTo("page");
    assertThat(request.tags()).hasSize(1);
    assertThat(request.streamSpecification().streamViewTypeAsString()).isEqualTo("NEW_IMAGE");
    assertThat(request.sseSpecification().kmsMasterKeyId()).isEqualTo("alias/clicks");
    assertThat(request.deletionProtectionEnabled()).isTrue();
    assertThat(request.warmThroughput().writeUnitsPerSecond()).isEqualTo(4000);
    assertThat(request.onDemandThroughput().maxWriteRequestUnits()).isEqualTo(2000);
  }

  @Test
  void parse_ofEverything_saysItOfJobs() throws IOException {
    Configuration read = ConfigurationReader.parse("full.yaml", full());

    assertThat(read.lifecycle())
        .isEqualTo(
            new LifecycleSettings(
                1,
                20,
                Duration.ofMinutes(8),
                Duration.ofMinutes(1),
                Duration.ofDays(14),
                Duration.ofMinutes(10),
                false,
                LifecycleSettings.Metrics.EMF));
    assertThat(read.sweep()).isEqualTo(new SweepSettings(12.5, 4));
    assertThat(read.regions()).containsExactly("eu-central-1", "eu-west-1");
    assertThat(read.prices()).isEqualTo(Path.of("our-prices.yaml"));
    ChunkingSpec replies = read.chunking().get(0);
    assertThat(replies.attributes().get("Picture").outside()).isEqualTo(Outside.OBJECT);
    assertThat(replies.attributes().get("Note").outside()).isEqualTo(Outside.NOWHERE);
    assertThat(replies.chunkTable().data()).isEqualTo("Bytes");
    assertThat(replies.intentTable().sortKey()).isEqualTo("D");
    assertThat(replies.bucket().prefix()).isEqualTo("live/");
    assertThat(replies.grace()).isEqualTo(Duration.ofMinutes(30));
    assertThat(read.chunking().get(1).seedAttribute()).isEqualTo("Text");
    assertThat(read.hasBuckets()).isTrue();
  }

  /** So that the tests above, and readers of the example, see all there is. */
  @Test
  void fullExample_hasEveryKeyOfTheSchema() throws IOException {
    assertThat(missing(ConfigurationSchema.root(), full())).isEmpty();
  }

  /** The defaults in the schema are those of the builders. */
  @Test
  void defaults_ofTheSchema_areThoseOfTheBuilders() {
    JsonNode series = ConfigurationSchema.root().at("/$defs/series/properties");
    JsonNode lifecycle = ConfigurationSchema.root().at("/$defs/lifecycle/properties");
    LifecycleSettings usual = LifecycleSettings.DEFAULT;

    assertThat(duration(series, "lateness")).isEqualTo(TimeSeriesSpec.LATENESS_DEFAULT);
    assertThat(duration(series, "futureTolerance"))
        .isEqualTo(TimeSeriesSpec.FUTURE_TOLERANCE_DEFAULT);
    assertThat(duration(series, "prebuild")).isEqualTo(TimeSeriesSpec.PREBUILD_DEFAULT);
    assertThat(series.at("/tablesMax/default").asInt())
        .isEqualTo(TimeSeriesSpec.TABLES_MAX_DEFAULT);
    assertThat(lifecycle.at("/deletes/default").asInt()).isEqualTo(usual.deletes());
    assertThat(lifecycle.at("/buildsMax/default").asInt()).isEqualTo(usual.buildsMax());
    assertThat(duration(lifecycle, "budget")).isEqualTo(usual.budget());
    assertThat(duration(lifecycle, "leaseLength")).isEqualTo(usual.leaseLength());
    assertThat(duration(lifecycle, "clockJumpMax")).isEqualTo(usual.clockJumpMax());
    assertThat(duration(lifecycle, "interval")).isEqualTo(usual.interval());
    assertThat(ConfigurationSchema.root().at("/$defs/sweep/properties/concurrency/default").asInt())
        .isEqualTo(SweepSettings.DEFAULT.concurrency());
    assertThat(duration(ConfigurationSchema.root().at("/$defs/chunkedTable/properties"), "grace"))
        .isEqualTo(ChunkingSpec.GRACE_DEFAULT);
  }

  private static Duration duration(JsonNode properties, String key) {
    return Durations.parse(properties.path(key).path("default").asText());
  }

  private static List<String> missing(JsonNode schema, String text) {
    return schema.findValues("properties").stream()
        .flatMap(properties -> properties.properties().stream())
        .map(Map.Entry::getKey)
        .filter(key -> !text.matches("(?s).*\\b" + key + ":.*"))
        .distinct()
        .toList();
  }

  @Test
  void parse_ofWholeNumbersWrittenAsDecimals_takesThem() {
    assertThat(
            ConfigurationReader.parse("c.yaml", LEAST + "    tablesMax: 5.0\n")
                .tables()
                .get(0)
                .tablesMax())
        .isEqualTo(5);
  }

  @Test
  void parse_withAnchors_unfoldsThem() {
    String twice =
        LEAST.replace("template:", "template: &template")
            + """
              - tableName: visits
                time: {attribute: at, format: epochMillis}
                period: day
                since: 2026-11-01
                template: *template
            """;

    assertThat(ConfigurationReader.parse("c.yaml", twice).tables()).hasSize(2);
  }

  @Test
  void parse_withAnAttributeNamedLikeACredential_takesItForAnAttribute() throws IOException {
    String named = full().replace("Note: NOWHERE", "passwordHash: NOWHERE");

    assertThat(ConfigurationReader.parse("c.yaml", named).chunking().get(0).attributes())
        .containsKey("passwordHash");
  }

  @Test
  void read_ofAFileThatIsNotThere_saysHowToNameIt(@TempDir Path folder) {
    Path file = folder.resolve("none.yaml");

    assertThatThrownBy(() -> ConfigurationReader.read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "%s: there is no such file. Name the configuration with --config, or EVENKEEL_CONFIG.",
            file);
  }

  @Test
  void read_ofAFolder_isRefused(@TempDir Path folder) {
    assertThatThrownBy(() -> ConfigurationReader.read(folder))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("%s: it is a directory. Name", folder);
  }

  @Test
  void read_ofBytesThatAreNoText_isRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("binary.yaml");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThatThrownBy(() -> ConfigurationReader.read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("it is no text in UTF-8");
  }
}
