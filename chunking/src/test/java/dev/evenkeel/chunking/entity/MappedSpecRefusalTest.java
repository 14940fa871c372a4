package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.spec.ChunkingTags.chunked;
import static dev.evenkeel.chunking.spec.ChunkingTags.compressed;
import static dev.evenkeel.chunking.spec.ChunkingTags.offloaded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.secondaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.secondarySortKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.updateBehavior;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.UpdateBehavior;

/**
 * Contradictory settings are refused when the spec is read; the message names class and attribute.
 */
class MappedSpecRefusalTest {
  /** A schema of attributes that hold nothing: only their tags matter. */
  private static final class Row {
    private final StaticTableSchema.Builder<Row> schema =
        StaticTableSchema.builder(Row.class).newItemSupplier(Row::new);

    <A> Row with(String name, EnhancedType<A> type, StaticAttributeTag... tags) {
      schema.addAttribute(
          type, a -> a.name(name).getter(row -> null).setter((row, value) -> {}).tags(tags));
      return this;
    }

    Row text(String name, StaticAttributeTag... tags) {
      return with(name, EnhancedType.of(String.class), tags);
    }

    static Row keyed() {
      return new Row().text("id", primaryPartitionKey());
    }

    String refused() {
      return MappedSpecRefusalTest.refused(schema.build());
    }
  }

  static String refused(TableSchema<?> schema) {
    IllegalArgumentException refusal =
        catchThrowableOfType(
            IllegalArgumentException.class, () -> ChunkingSpec.from("docs", schema));
    assertThat(refusal).isNotNull();
    assertThat(refusal.getMessage())
        .startsWith("Class " + schema.itemType().rawClass().getName() + ": ");
    return refusal.getMessage();
  }

  @Test
  void from_chunkedAndOffloaded_isRefused() {
    assertThat(Row.keyed().text("body", chunked(), offloaded()).refused())
        .contains("'body' carries @Chunked and @Offloaded, but a value goes to one place");
  }

  @Test
  void from_keyAttributes_areRefused() {
    assertThat(
            new Row()
                .text("id", primaryPartitionKey(), compressed(Codecs.gzip()))
                .text("at", primarySortKey(), chunked())
                .refused())
        .contains("attribute 'id' is a key attribute", "attribute 'at' is a key attribute");
  }

  @Test
  void from_indexKeys_areRefused() {
    assertThat(
            Row.keyed()
                .text("by", secondaryPartitionKey("byBy"), chunked())
                .text("then", secondarySortKey("byBy"), offloaded())
                .refused())
        .contains(
            "attribute 'by' is a key of index 'byBy'", "attribute 'then' is a key of index 'byBy'");
  }

  /** A TTL attribute is a number, as are versions and counters. */
  @Test
  void from_unsupportedTypes_areRefused() {
    assertThat(
            Row.keyed()
                .with("expires", EnhancedType.of(Long.class), compressed(Codecs.gzip()))
                .with("flag", EnhancedType.of(Boolean.class), chunked())
                .refused())
        .contains("'expires' carries @Compressed but is of type N: values of type B, BS, L")
        .contains("'flag' carries @Chunked but is of type BOOL");
  }

  @Test
  void from_typesThatCanBeLarge_areTaken() {
    Row row =
        Row.keyed()
            .with("list", EnhancedType.listOf(String.class), compressed(Codecs.gzip()))
            .with("map", EnhancedType.mapOf(String.class, String.class), compressed(Codecs.gzip()))
            .with("strings", EnhancedType.setOf(String.class), compressed(Codecs.gzip()))
            .with("numbers", EnhancedType.setOf(Integer.class), compressed(Codecs.gzip()))
            .with("bytes", EnhancedType.of(byte[].class), compressed(Codecs.gzip()));
    assertThat(ChunkingSpec.from("docs", row.schema.build()).build().attributes()).hasSize(5);
  }

  @Test
  void from_writtenOnlyOnce_isRefused() {
    assertThat(
            Row.keyed()
                .text("body", chunked(), updateBehavior(UpdateBehavior.WRITE_IF_NOT_EXISTS))
                .refused())
        .contains("'body' carries @Chunked and @DynamoDbUpdateBehavior(WRITE_IF_NOT_EXISTS)");
    Row always =
        Row.keyed()
            .text("body", compressed(Codecs.gzip()), updateBehavior(UpdateBehavior.WRITE_ALWAYS));
    ChunkingSpec.from("docs", always.schema.build()).build();
  }

  @Test
  void from_noPartitionKey_isRefused() {
    assertThat(new Row().text("body", chunked()).refused()).contains("partitionKey is missing");
  }

  @Test
  void from_severalProblems_listsThemAll() {
    assertThat(
            Row.keyed()
                .text("body", chunked(), offloaded())
                .text("more", compressed(Codecs.gzip()), compressed(Codecs.zstd()))
                .text("evenkeel.body", chunked())
                .refused())
        .contains("'body' carries @Chunked and @Offloaded")
        .contains("'more' carries @Compressed twice")
        .contains("'evenkeel.body' has a name that is kept for markers");
  }
}
