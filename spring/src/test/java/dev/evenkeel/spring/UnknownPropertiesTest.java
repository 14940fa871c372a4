package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.CACHED_HITS;
import static dev.evenkeel.spring.Applications.SERIES_HITS;
import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.assertRefused;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Properties that do not exist, inside of entries of lists, where others do. */
class UnknownPropertiesTest {
  private static ApplicationContextRunner application() {
    return starter()
        .withPropertyValues(SHARDED_HITS)
        .withPropertyValues(
            "evenkeel.sharding[0].hash-of[0]=at",
            "evenkeel.sharding[0].globalIndexes[0].indexName=by-page",
            "evenkeel.sharding[0].local-indexes[0].index-name=by-user",
            "evenkeel.sharding[0].local-indexes[0].sort-key.name=user")
        .withPropertyValues(CACHED_HITS)
        .withPropertyValues(SERIES_HITS)
        .withPropertyValues(
            "evenkeel.tables[0].template.local-indexes[0].index-name=by-user",
            "evenkeel.tables[0].template.local-indexes[0].sort-key.name=user",
            "evenkeel.batching.keys[hits][0]=day",
            "evenkeel.chunking[0].table-name=papers",
            "evenkeel.chunking[0].partition-key.name=id",
            "evenkeel.chunking[0].attributes[Body]=CHUNKS",
            "evenkeel.chunking[0].chunk-table.table-name=chunks",
            "evenkeel.chunking[0].intent-table.table-name=intents");
  }

  @Test
  void properties_thatExist_areTaken() {
    application().run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void properties_ofAnEntryWhoseNumberIsBetweenDots_areTaken() {
    starter()
        .withPropertyValues(
            Arrays.stream(SHARDED_HITS)
                .map(each -> each.replace("[0]", ".0"))
                .toArray(String[]::new))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evenkeel.sharding[0].partition-key.typo",
        "evenkeel.sharding[0].global-indexes[0].partition-key.name",
        "evenkeel.sharding[0].local-indexes[0].partition-key.name",
        "evenkeel.tables[0].template.local-indexes[0].partition-key.name",
        "evenkeel.chunking[0].intent-table.data",
        "evenkeel.caching[0].popular.readz"
      })
  void property_thatDoesNotExist_isRefused(String property) {
    assertRefused(
        application().withPropertyValues(property + "=x"),
        property,
        "there is no property of that name");
  }
}
