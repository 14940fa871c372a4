package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.MappedSpecRefusalTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.Chunked;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Compressed;
import dev.evenkeel.chunking.spec.Offloaded;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.UpdateBehavior;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbUpdateBehavior;

/** Beans whose annotations do not go together. */
class MappedBeanRefusalTest {
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
