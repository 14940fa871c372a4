package dev.evenkeel.chunking.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** A spec against the indexes of a table. */
class VerifyIndexesTest extends VerifiedTables {
  private static Projection projection(ProjectionType type, String... included) {
    return Projection.builder()
        .projectionType(type)
        .nonKeyAttributes(included.length == 0 ? null : List.of(included))
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_indexes_listsKeysAndHalfProjections(Kind kind) {
    String name = "indexed" + kind;
    create(
        name,
        List.of(text("id"), text("at")),
        table ->
            table
                .attributeDefinitions(
                    definitions(
                        Stream.of("id", "at", "text", "by", "image").map(VerifiedTables::text)))
                .localSecondaryIndexes(
                    local("byText", "text", projection(ProjectionType.KEYS_ONLY)),
                    local("onlyMarker", "by", projection(ProjectionType.INCLUDE, "evenkeel.image")))
                .globalSecondaryIndexes(
                    global("byImage", "image", projection(ProjectionType.KEYS_ONLY)),
                    global("onlyValue", "by", projection(ProjectionType.INCLUDE, "text", "other")),
                    global(
                        "both",
                        "by",
                        projection(
                            ProjectionType.INCLUDE,
                            "text",
                            "evenkeel.text",
                            "image",
                            "evenkeel.image")),
                    global("neither", "by", projection(ProjectionType.INCLUDE, "other")),
                    global("keys", "by", projection(ProjectionType.KEYS_ONLY)),
                    global("all", "by", projection(ProjectionType.ALL))));
    assertThat(mismatches(kind, of(name)))
        .containsExactlyInAnyOrder(
            "attribute 'text' is a key of local index 'byText'",
            "local index 'onlyMarker' includes 'evenkeel.image' and not 'image', without which its rows do not tell the value of 'image'",
            "attribute 'image' is a key of global index 'byImage'",
            "global index 'onlyValue' includes 'text' and not 'evenkeel.text', without which its rows do not tell the value of 'text'");
  }

  private static LocalSecondaryIndex local(String name, String sort, Projection projection) {
    return LocalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key(List.of(text("id"), text(sort))))
        .projection(projection)
        .build();
  }

  private static GlobalSecondaryIndex global(String name, String partition, Projection projection) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key(List.of(text(partition))))
        .projection(projection)
        .build();
  }

  /** In the layout of AWS's text a row needs count and version too. */
  @ParameterizedTest
  @EnumSource
  void verifyAgainst_indexOfTheSeedLayoutWithoutItsCount_tells(Kind kind) {
    String name = "seed" + kind;
    create(
        name,
        List.of(text("id")),
        table ->
            table
                .attributeDefinitions(definitions(Stream.of("id", "by").map(VerifiedTables::text)))
                .globalSecondaryIndexes(
                    global(
                        "half", "by", projection(ProjectionType.INCLUDE, "text", "evenkeel.text")),
                    global(
                        "whole",
                        "by",
                        projection(
                            ProjectionType.INCLUDE,
                            "text",
                            "evenkeel.text",
                            "ChunkCount",
                            "ChunkVersion"))));
    ChunkingSpec spec =
        ChunkingSpec.builder(name)
            .partitionKey("id")
            .attribute("text", AttributePolicy.chunked())
            .chunkTable("chunks")
            .intentTable("intents")
            .seedLayout("text")
            .build();
    assertThat(mismatches(kind, spec))
        .containsExactly(
            "global index 'half' includes 'text', 'evenkeel.text' and not 'ChunkCount', 'ChunkVersion', without which its rows do not tell the value of 'text'");
  }
}
