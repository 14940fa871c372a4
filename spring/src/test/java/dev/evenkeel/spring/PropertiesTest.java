package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.CACHED_HITS;
import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;

/** Properties that are wrong, each with the message that names it, and those that are told of. */
@ExtendWith(LocalDynamoDbExtension.class)
class PropertiesTest {
  private final LocalDynamoDb local;

  PropertiesTest(LocalDynamoDb local) {
    this.local = local;
  }

  private static final String[] CHUNKED = {
    "evenkeel.chunking[0].table-name=papers",
    "evenkeel.chunking[0].partition-key.name=id",
    "evenkeel.chunking[0].attributes.body=CHUNKS",
    "evenkeel.chunking[0].chunk-table.table-name=chunks",
    "evenkeel.chunking[0].intent-table.table-name=intents"
  };

  static List<Arguments> wrong() {
    return List.of(
        Arguments.of("evenkeel.sharding[0].sort-key.name=", "evenkeel.sharding[0]", "needs a name"),
        Arguments.of("evenkeel.sharding[0].shards=0", "evenkeel.sharding[0]", "shard"),
        Arguments.of("evenkeel.sharding[0].shards=many", "evenkeel.sharding[0].shards", "many"),
        Arguments.of("evenkeel.sharding[0].shardz=4", "evenkeel.sharding[0].shardz", "unbound"),
        Arguments.of(
            "evenkeel.sharding[1].shards=4", "evenkeel.sharding[1].partition-key", "Set it"),
        Arguments.of(
            "evenkeel.sharding[0].partition-key.type=text",
            "evenkeel.sharding[0].partition-key.type",
            "'text' is none of [S, N, B]"),
        Arguments.of(
            "evenkeel.sharding[0].global-indexes[0].sort-key.name=x",
            "evenkeel.sharding[0].global-indexes[0].index-name",
            "required"),
        Arguments.of(
            "evenkeel.caching[0].table-name=c", "evenkeel.caching[0].partition-key", "required"),
        Arguments.of("evenkeel.cache-size=1B", "evenkeel.cache-size", "1 MiB"),
        Arguments.of("evenkeel.read-ahead.time-to-live=1h", "evenkeel.read-ahead", "PT5M"),
        Arguments.of("evenkeel.read-ahead.query-size=64MB", "evenkeel.read-ahead", "clientBytes"),
        Arguments.of("evenkeel.clients=nobody", "evenkeel.clients", "dynamoDbClient"),
        Arguments.of("evenkeel.verify-at-start=maybe", "evenkeel.verify-at-start", "maybe"),
        Arguments.of(
            "evenkeel.chunking[0].codecs.body=zstdd",
            "'evenkeel.chunking[0].codecs.body'",
            "There is no codec 'zstdd'"),
        Arguments.of(
            "evenkeel.chunking[0].codecs.bdy=gzip",
            "'evenkeel.chunking[0].codecs.bdy'",
            "There are [body]"),
        Arguments.of("evenkeel.tables[0].table-name=t", "evenkeel.tables[0].time", "required"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void application_withAWrongProperty_doesNotStartAndNamesIt(
      String property, String name, String reason) {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues(property.contains("chunking") ? CHUNKED : new String[0])
        .withPropertyValues(property)
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(messages(context.getStartupFailure())).contains(name, reason);
            });
  }

  static List<Arguments> twice() {
    return List.of(
        Arguments.of("sharding", new String[] {".shards=4"}),
        Arguments.of(
            "chunking",
            new String[] {
              ".attributes.text=chunks",
              ".chunk-table.table-name=chunks",
              ".intent-table.table-name=intents"
            }),
        Arguments.of("caching", new String[] {".time-to-live=5s"}),
        Arguments.of(
            "tables",
            new String[] {
              ".time.attribute=at",
              ".period=day",
              ".since=2026-11-01",
              ".template.partition-key.name=day",
              ".template.sort-key.name=at"
            }));
  }

  @ParameterizedTest
  @MethodSource("twice")
  void application_withATableTwice_doesNotStartAndNamesBothEntries(
      String section, String[] settings) {
    List<String> properties = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String entry = "evenkeel.%s[%d]".formatted(section, i);
      properties.add(entry + ".table-name=hits");
      if (!section.equals("tables")) {
        properties.add(entry + ".partition-key.name=day");
        properties.add(entry + ".sort-key.name=at");
      }
      Stream.of(settings).forEach(setting -> properties.add(entry + setting));
    }
    starter(local)
        .withPropertyValues(properties.toArray(new String[0]))
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(messages(context.getStartupFailure()))
                  .contains(
                      "Property 'evenkeel.%1$s[1]' cannot be used: 'evenkeel.%1$s[0]' has a spec of table 'hits', too. Keep one of them."
                          .formatted(section));
            });
  }

  @Test
  void application_withASpecBeanOfTheSameTable_namesTheEntry() {
    starter(local)
        .withPropertyValues(SHARDED_HITS)
        .withBean(
            ShardingSpec.class,
            () -> ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(4).build())
        .run(
            context ->
                assertThat(messages(context.getStartupFailure()))
                    .contains("'evenkeel.sharding[0]'", "a bean has a spec of table 'hits'"));
  }

  @Test
  void batching_withAWrongNumber_namesIt() {
    starter(local)
        .withPropertyValues("evenkeel.batching.enabled=true", "evenkeel.batching.concurrency=0")
        .run(
            context ->
                assertThat(messages(context.getStartupFailure()))
                    .contains("'evenkeel.batching.concurrency'", "at least 1"));
  }

  @Test
  void section_withoutItsLibrary_namesTheDependency() {
    starter(local)
        .withClassLoader(new FilteredClassLoader("dev.evenkeel.caching"))
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues(CACHED_HITS)
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(messages(context.getStartupFailure()))
                  .contains("'evenkeel.caching'", "dev.evenkeel:evenkeel-caching");
            });
  }

  @Test
  void starter_withTheCoreAlone_doesNothing() {
    starter(local)
        .withClassLoader(
            new FilteredClassLoader(
                "dev.evenkeel.caching",
                "dev.evenkeel.chunking",
                "dev.evenkeel.timeseries",
                "dev.evenkeel.sharding",
                "software.amazon.awssdk.enhanced",
                "software.amazon.awssdk.services.s3",
                "io.micrometer.core",
                "org.springframework.boot.actuate"))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Layer.class));
  }

  @Test
  void largeValuesOfASeries_inATableWithoutPeriods_areRefusedWithTheWayOut() {
    starter(local)
        .withPropertyValues(
            "evenkeel.chunking[0].table-name=hits",
            "evenkeel.chunking[0].partition-key.name=day",
            "evenkeel.chunking[0].sort-key.name=at",
            "evenkeel.chunking[0].attributes.text=chunks",
            "evenkeel.chunking[0].chunk-table.table-name=chunks",
            "evenkeel.chunking[0].intent-table.table-name=intents",
            "evenkeel.tables[0].table-name=hits",
            "evenkeel.tables[0].time.attribute=at",
            "evenkeel.tables[0].period=day",
            "evenkeel.tables[0].since=2026-11-01",
            "evenkeel.tables[0].template.partition-key.name=day",
            "evenkeel.tables[0].template.sort-key.name=at")
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(messages(context.getStartupFailure()))
                  .contains("'hits'", "say withTime of chunk table 'chunks'");
            });
  }

  @Test
  void analyzer_ofAWrongProperty_hasItsMessageAndWhatToDo() {
    FailureAnalysis analysis =
        new SettingException.Analyzer()
            .analyze(new IllegalStateException(new Setting("evenkeel.x").wrong("because")));
    assertThat(analysis.getDescription())
        .isEqualTo("Property 'evenkeel.x' cannot be used: because");
    assertThat(analysis.getAction()).contains("'evenkeel.x'");
  }

  private static String messages(Throwable failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable at = failure; at != null; at = at.getCause()) {
      all.append(at.getMessage()).append('\n');
    }
    return all.toString();
  }

  /** Editors complete what stands in the metadata; the page has the same. */
  @Test
  void metadataAndPage_nameEveryPropertyAndNoOther() throws IOException {
    Set<String> bound = new TreeSet<>();
    collect("evenkeel", EvenkeelProperties.class, bound);

    Set<String> described = new TreeSet<>();
    JsonNode metadata =
        new ObjectMapper()
            .readTree(
                Files.readString(
                    Path.of("src/main/resources/META-INF/spring-configuration-metadata.json")));
    metadata
        .get("properties")
        .forEach(
            property -> {
              described.add(property.get("name").asText());
              assertThat(property.get("description").asText()).endsWith(".");
            });
    described.remove("management.health.evenkeel.enabled");
    assertThat(described).isEqualTo(bound);

    String page = Files.readString(Path.of("../docs/spring.md"));
    assertThat(bound.stream().filter(name -> !name.contains("[]")))
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  private static void collect(String prefix, Class<?> type, Set<String> names) {
    for (RecordComponent component : type.getRecordComponents()) {
      String name =
          prefix
              + "."
              + ConfigurationPropertyName.adapt(
                  component.getName().replaceAll("([A-Z])", "-$1"), '.');
      Class<?> element = component.getType();
      String of = name;
      if (List.class.isAssignableFrom(element)) {
        element =
            (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
        of = element.isRecord() ? name + "[]" : name;
      }
      if (element.isRecord()) {
        collect(of, element, names);
      } else {
        names.add(of);
      }
    }
  }
}
