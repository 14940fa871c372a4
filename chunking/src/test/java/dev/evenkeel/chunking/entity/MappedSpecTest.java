package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.spec.ChunkingTags.chunked;
import static dev.evenkeel.chunking.spec.ChunkingTags.compressed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.Chunked;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.Compressed;
import dev.evenkeel.chunking.spec.Offloaded;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.objects.spec.BucketSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbFlatten;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;

/** Annotations say what the builder says. */
class MappedSpecTest {
  private static ChunkingSpec from(TableSchema<?> schema) {
    return ChunkingSpec.from("docs", schema)
        .chunkTable("chunks")
        .bucket(BucketSpec.builder("some-bucket").build())
        .intentTable("intents")
        .build();
  }

  private static ChunkingSpec from(Class<?> type) {
    return from(TableSchema.fromClass(type));
  }

  /** Everything a policy says, in a form that can be compared. */
  private static Map<String, String> policies(Map<String, AttributePolicy> policies) {
    Map<String, String> texts = new LinkedHashMap<>();
    policies.forEach(
        (attribute, policy) ->
            texts.put(
                attribute,
                "%s %d %s %s %d %d"
                    .formatted(
                        policy.codec(),
                        policy.compressFromBytes(),
                        policy.isOnlyIfUnitSaved(),
                        policy.outside(),
                        policy.moveFromBytes(),
                        policy.updateInlineBytesMax())));
    return texts;
  }

  private static void assertPolicies(ChunkingSpec read, Map<String, AttributePolicy> expected) {
    assertThat(policies(read.attributes())).containsExactlyInAnyOrderEntriesOf(policies(expected));
  }

  @Test
  void from_annotationsWithoutMembers_areTheBuildersDefaults() {
    Map<String, AttributePolicy> expected =
        Map.of(
            "text",
            AttributePolicy.compressed(Codecs.gzip()).thenChunked(),
            "image",
            AttributePolicy.offloaded());
    assertPolicies(from(ImmutableDoc.class), expected);
    assertPolicies(from(HandMadeDoc.SCHEMA), expected);
  }

  @Test
  void from_keysOfTheSchema_areTheSpecs() {
    ChunkingSpec spec = from(Doc.class);
    assertThat(spec.tableName()).isEqualTo("docs");
    assertThat(spec.key())
        .isEqualTo(KeySchema.of(KeyAttribute.ofString("id"), KeyAttribute.ofNumber("rank")));
    assertThat(from(ImmutableDoc.class).key()).isEqualTo(KeySchema.of(KeyAttribute.ofString("id")));
  }

  @Test
  void from_everyMember_isThePoliciesMethod() {
    ChunkingSpec spec = from(EveryMember.class);
    assertPolicies(
        spec,
        Map.of(
            "packed",
                AttributePolicy.compressed(Codecs.zstd(19)).compressFrom(64).onlyIfUnitSaved(),
            "renamed",
                AttributePolicy.compressed(Codecs.lz4())
                    .thenChunked()
                    .moveFrom(4096)
                    .updateInlineBytesMax(8192),
            "image", AttributePolicy.offloaded().moveFrom(5000)));
    assertThat(spec.seedAttribute()).isEqualTo("renamed");
  }

  /** Every member of every annotation. */
  @DynamoDbBean
  public static class EveryMember {
    private String id = "";
    private String packed = "";
    private String body = "";
    private String image = "";

    @DynamoDbPartitionKey
    public String getId() {
      return id;
    }

    public void setId(String id) {
      this.id = id;
    }

    @Compressed(codec = "zstd", level = 19, compressFrom = 64, onlyIfUnitSaved = true)
    public String getPacked() {
      return packed;
    }

    public void setPacked(String packed) {
      this.packed = packed;
    }

    @Compressed(codec = "lz4")
    @Chunked(moveFrom = 4096, updateInlineBytesMax = 8192, seedLayout = true)
    @DynamoDbAttribute("renamed")
    public String getBody() {
      return body;
    }

    public void setBody(String body) {
      this.body = body;
    }

    /** On the setter, which is as good. */
    public String getImage() {
      return image;
    }

    @Offloaded(moveFrom = 5000)
    public void setImage(String image) {
      this.image = image;
    }
  }

  @Test
  void from_tagsWithSettings_areThePoliciesMethods() {
    TableSchema<HandMadeDoc> schema =
        StaticTableSchema.builder(HandMadeDoc.class)
            .newItemSupplier(HandMadeDoc::new)
            .addAttribute(
                String.class,
                a ->
                    a.name("id")
                        .getter(doc -> doc.id)
                        .setter((doc, id) -> doc.id = id)
                        .tags(primaryPartitionKey()))
            .addAttribute(
                String.class,
                a ->
                    a.name("text")
                        .getter(doc -> doc.text)
                        .setter((doc, text) -> doc.text = text)
                        .tags(
                            chunked(policy -> policy.moveFrom(4096)),
                            compressed(Codecs.zstd(7), policy -> policy.compressFrom(10))))
            .build();
    assertPolicies(
        from(schema),
        Map.of(
            "text",
            AttributePolicy.compressed(Codecs.zstd(7))
                .compressFrom(10)
                .thenChunked()
                .moveFrom(4096)));
  }

  /** Annotations in a flattened class apply to attributes of the item. */
  @Test
  void from_attributeOfAFlattenedClass_isRead() {
    assertPolicies(from(Flattened.class), Map.of("body", AttributePolicy.chunked()));
  }

  /** A class whose large value is in a part of it. */
  @DynamoDbBean
  public static class Flattened {
    private String id = "";
    private Part part = new Part();

    @DynamoDbPartitionKey
    public String getId() {
      return id;
    }

    public void setId(String id) {
      this.id = id;
    }

    @DynamoDbFlatten
    public Part getPart() {
      return part;
    }

    public void setPart(Part part) {
      this.part = part;
    }
  }

  /** The part. */
  @DynamoDbBean
  public static class Part {
    private String body = "";

    @Chunked
    public String getBody() {
      return body;
    }

    public void setBody(String body) {
      this.body = body;
    }
  }

  @Test
  void builder_ofWhatWasRead_overridesAndAdds() {
    ChunkingSpec spec =
        ChunkingSpec.from("docs", HandMadeDoc.SCHEMA)
            .attribute("image", AttributePolicy.compressed(Codecs.gzip()))
            .attribute("more", AttributePolicy.chunked())
            .chunkTable("chunks")
            .intentTable("intents")
            .itemBytesMax(1000)
            .build();
    assertPolicies(
        spec,
        Map.of(
            "text", AttributePolicy.compressed(Codecs.gzip()).thenChunked(),
            "image", AttributePolicy.compressed(Codecs.gzip()),
            "more", AttributePolicy.chunked()));
    assertThat(spec.itemBytesMax()).isEqualTo(1000);
    assertPolicies(spec.toBuilder().build(), spec.attributes());
  }

  @Test
  void build_storesMissing_namesThemWithClassAndAttribute() {
    assertThatThrownBy(() -> ChunkingSpec.from("docs", HandMadeDoc.SCHEMA).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("of class " + HandMadeDoc.class.getName())
        .hasMessageContaining("attribute 'text' goes into chunks, but chunkTable is missing")
        .hasMessageContaining("attribute 'image' goes to S3, but bucket is missing");
    assertThatThrownBy(
            () ->
                ChunkingSpec.from("docs", HandMadeDoc.SCHEMA)
                    .chunkTable("chunks")
                    .bucket(BucketSpec.builder("some-bucket").build())
                    .build())
        .hasMessageContaining("intentTable is missing");
  }

  /** Index keys of the class also constrain attributes that are added by hand. */
  @Test
  void build_addedAttributeThatIsAnIndexKey_isRefused() {
    ChunkingSpec.Builder spec =
        ChunkingSpec.from("docs", TableSchema.fromBean(Doc.class))
            .chunkTable("chunks")
            .bucket(BucketSpec.builder("some-bucket").build())
            .intentTable("intents");
    spec.build();
    assertThatThrownBy(() -> spec.attribute("title", AttributePolicy.chunked()).build())
        .hasMessageContaining("attribute 'title' is a key of index");
  }
}
