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

import dev.evenkeel.chunking.spec.Chunked;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.Compressed;
import dev.evenkeel.chunking.spec.Offloaded;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.UpdateBehavior;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbUpdateBehavior;

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

  private static String refused(TableSchema<?> schema) {
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

  @ParameterizedTest
  @ValueSource(
      classes = {
        OnBothSides.class,
        NoSuchCodec.class,
        LevelOfNone.class,
        NegativeThreshold.class,
        TwoSeeds.class,
        Once.class,
        Nested.class
      })
  void from_annotationsThatDoNotGoTogether_areRefused(Class<?> bean) {
    String expected =
        Map.of(
                OnBothSides.class, "'body' carries @Chunked twice",
                NoSuchCodec.class, "'body', @Compressed: There is no codec 'brotli'",
                LevelOfNone.class, "level is 3, but codec 'gzip' has no levels",
                NegativeThreshold.class, "'body', @Chunked: a size must be at least 1",
                TwoSeeds.class, "the attributes 'body' and 'more' have seedLayout",
                Once.class, "@DynamoDbUpdateBehavior(WRITE_IF_NOT_EXISTS)",
                Nested.class, "'parts.body' carries @Offloaded but lies inside attribute 'parts'")
            .get(bean);
    assertThat(refused(TableSchema.fromClass(bean))).contains(expected);
  }

  /** A class that holds others of its kind says something where it is the item. */
  @Test
  void from_classThatHoldsOthersOfItsKind_isReadAsAnyOther() {
    ChunkingSpec spec = ChunkingSpec.from("docs", TableSchema.fromBean(Comment.class)).build();
    assertThat(spec.attributes()).containsOnlyKeys("body");
  }

  /** The attributes that the classes below share. */
  public abstract static class Keyed {
    private String id = "";
    private String body = "";

    @DynamoDbPartitionKey
    public String getId() {
      return id;
    }

    public void setId(String id) {
      this.id = id;
    }

    public String getBody() {
      return body;
    }

    public void setBody(String body) {
      this.body = body;
    }
  }

  /** Says two things. */
  @DynamoDbBean
  public static class OnBothSides extends Keyed {
    @Override
    @Chunked
    public String getBody() {
      return super.getBody();
    }

    @Override
    @Chunked(moveFrom = 4096)
    public void setBody(String body) {
      super.setBody(body);
    }
  }

  /** Names a codec that is none. */
  @DynamoDbBean
  public static class NoSuchCodec extends Keyed {
    @Override
    @Compressed(codec = "brotli")
    public String getBody() {
      return super.getBody();
    }
  }

  /** Names a level where there are none. */
  @DynamoDbBean
  public static class LevelOfNone extends Keyed {
    @Override
    @Compressed(level = 3)
    public String getBody() {
      return super.getBody();
    }
  }

  /** Has a size that is none. */
  @DynamoDbBean
  public static class NegativeThreshold extends Keyed {
    @Override
    @Chunked(moveFrom = 0)
    public String getBody() {
      return super.getBody();
    }
  }

  /** Has two attributes of one count. */
  @DynamoDbBean
  public static class TwoSeeds extends Keyed {
    private String more = "";

    @Override
    @Chunked(seedLayout = true)
    public String getBody() {
      return super.getBody();
    }

    @Chunked(seedLayout = true)
    public String getMore() {
      return more;
    }

    public void setMore(String more) {
      this.more = more;
    }
  }

  /** Asks for an expression that cannot be honoured. */
  @DynamoDbBean
  public static class Once extends Keyed {
    @Override
    @Compressed
    @DynamoDbUpdateBehavior(UpdateBehavior.WRITE_IF_NOT_EXISTS)
    public String getBody() {
      return super.getBody();
    }
  }

  /** Has an annotation inside a list of documents. */
  @DynamoDbBean
  public static class Nested extends Keyed {
    private List<Part> parts = List.of();

    @Override
    @Compressed
    public String getBody() {
      return super.getBody();
    }

    public List<Part> getParts() {
      return parts;
    }

    public void setParts(List<Part> parts) {
      this.parts = parts;
    }
  }

  /** A document. */
  @DynamoDbBean
  public static class Part {
    private String body = "";

    @Offloaded
    public String getBody() {
      return body;
    }

    public void setBody(String body) {
      this.body = body;
    }
  }

  /** Holds others of its kind. */
  @DynamoDbBean
  public static class Comment extends Keyed {
    private List<Comment> replies = List.of();

    @Override
    @Compressed
    public String getBody() {
      return super.getBody();
    }

    public List<Comment> getReplies() {
      return replies;
    }

    public void setReplies(List<Comment> replies) {
      this.replies = replies;
    }
  }
}
