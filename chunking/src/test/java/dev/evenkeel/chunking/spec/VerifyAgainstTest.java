package dev.evenkeel.chunking.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A spec against real tables and a real bucket. */
class VerifyAgainstTest extends VerifiedTables {
  private ChunkingSpec.Builder docs() {
    return ChunkingSpec.builder("docs")
        .partitionKey("id")
        .sortKey("at")
        .attribute("text", AttributePolicy.compressed(Codecs.gzip()).thenChunked())
        .attribute("image", AttributePolicy.offloaded())
        .chunkTable("chunks")
        .intentTable("intents")
        .bucket(BucketSpec.builder(bucket).build());
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_whatIsThere_passes(Kind kind) {
    assertThat(mismatches(kind, docs().build())).isEmpty();
    ChunkTableSpec sorted = ChunkTableSpec.of("chunksSorted").withSortKey("Part");
    assertThat(mismatches(kind, docs().chunkTable(sorted).build())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_nothingThere_listsEveryTableAndTheBucket(Kind kind) {
    ChunkingSpec spec =
        ChunkingSpec.builder("gone")
            .partitionKey("id")
            .attribute("text", AttributePolicy.chunked())
            .attribute("image", AttributePolicy.offloaded())
            .chunkTable("goneChunks")
            .intentTable("goneIntents")
            .bucket(BucketSpec.builder("gone-with-the-wind").build())
            .build();
    assertThat(mismatches(kind, spec))
        .hasSize(4)
        .startsWith(
            "table 'gone' does not exist",
            "table 'goneChunks' does not exist",
            "table 'goneIntents' does not exist")
        .last()
        .asString()
        .contains("NoSuchBucket", "gone-with-the-wind");
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_otherKeys_listsEach(Kind kind) {
    ChunkingSpec spec =
        docs()
            .sortKey("at", ScalarAttributeType.N)
            .chunkTable(ChunkTableSpec.of("chunks").withSortKey("Part"))
            .intentTable(new IntentTableSpec("intents", "Bucket", "At"))
            .build();
    assertThat(mismatches(kind, spec))
        .containsExactly(
            "table 'docs' has the key 'id' (S), 'at' (S), the spec says 'id' (S), 'at' (N)",
            "chunk table 'chunks' has the key 'Id' (S), the spec says 'Id' (S), 'Part' (S)",
            "intent table 'intents' has the key 'Bucket' (N), 'Due' (S), the spec says 'Bucket' (N), 'At' (S)");
  }

  /** A bucket without an S3 client is not checked. */
  @ParameterizedTest
  @EnumSource
  void verifyAgainst_withoutS3_looksAtTablesOnly(Kind kind) {
    ChunkingSpec spec = docs().bucket(BucketSpec.builder("gone-with-the-wind").build()).build();
    assertThat(
            mismatches(
                kind == Kind.SYNC
                    ? () -> spec.verifyAgainst(plain)
                    : () -> spec.verifyAgainst(plainAsync).join()))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_largeAttributeIsKeyOrTimeToLive_tells(Kind kind) {
    String name = "expiring" + kind;
    create(name, List.of(text("text")), settings -> {});
    plain.updateTimeToLive(
        ttl ->
            ttl.tableName(name)
                .timeToLiveSpecification(spec -> spec.attributeName("image").enabled(true)));
    assertThat(mismatches(kind, of(name)))
        .containsExactly(
            "table '%s' has the key 'text' (S), the spec says 'id' (S), 'at' (S)".formatted(name),
            "attribute 'text' is a key of the table",
            "attribute 'image' is the table's TTL attribute");
  }

  @ParameterizedTest
  @EnumSource
  void verifyAgainst_timeToLiveOfAnotherAttribute_passes(Kind kind) {
    String name = "passing" + kind;
    create(name, List.of(text("id"), text("at")), settings -> {});
    plain.updateTimeToLive(
        ttl ->
            ttl.tableName(name)
                .timeToLiveSpecification(spec -> spec.attributeName("expires").enabled(true)));
    assertThat(mismatches(kind, of(name))).isEmpty();
  }
}
