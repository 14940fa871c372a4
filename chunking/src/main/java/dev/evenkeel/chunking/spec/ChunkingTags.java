package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.internal.mapping.SchemaTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;

/**
 * The annotations as tags for schemas that are made by hand:
 *
 * <pre>{@code
 * StaticTableSchema.builder(Reply.class)
 *     .addAttribute(String.class, a -> a.name("message").getter(...).setter(...)
 *         .tags(compressed(Codecs.zstd()), chunked(policy -> policy.moveFrom(4096))))
 * }</pre>
 */
public final class ChunkingTags {
  static final String COMPRESSED = "Compressed";
  static final String CHUNKED = "Chunked";
  static final String OFFLOADED = "Offloaded";

  /** In the order in which a policy is made of them. */
  static final List<String> ALL = List.of(COMPRESSED, CHUNKED, OFFLOADED);

  private static final SchemaTags TAGS = SchemaTags.of("chunking");

  private ChunkingTags() {}

  /**
   * The settings of one tag.
   *
   * @param type the type of the attribute
   * @param settings the function that completes a policy
   * @param seedLayout whether chunks are laid out as AWS's text shows
   */
  record Tag(
      AttributeValueType type, UnaryOperator<AttributePolicy> settings, boolean seedLayout) {}

  /** As {@link Compressed}, with all else as it is by default. */
  public static StaticAttributeTag compressed(ValueCodec codec) {
    return compressed(codec, UnaryOperator.identity());
  }

  /**
   * As {@link Compressed}.
   *
   * @param settings sets thresholds of the policy; its codec is the one given here
   */
  public static StaticAttributeTag compressed(
      ValueCodec codec, UnaryOperator<AttributePolicy> settings) {
    return tag(COMPRESSED, policy -> settings.apply(policy).withCodec(codec), false);
  }

  /** As {@link Chunked}, with all else as it is by default. */
  public static StaticAttributeTag chunked() {
    return chunked(UnaryOperator.identity());
  }

  /**
   * As {@link Chunked}.
   *
   * @param settings sets thresholds of the policy
   */
  public static StaticAttributeTag chunked(UnaryOperator<AttributePolicy> settings) {
    return tag(CHUNKED, policy -> settings.apply(policy).thenChunked(), false);
  }

  /** As {@link Offloaded}, with all else as it is by default. */
  public static StaticAttributeTag offloaded() {
    return offloaded(UnaryOperator.identity());
  }

  /**
   * As {@link Offloaded}.
   *
   * @param settings sets thresholds of the policy
   */
  public static StaticAttributeTag offloaded(UnaryOperator<AttributePolicy> settings) {
    return tag(OFFLOADED, policy -> settings.apply(policy).thenOffloaded(), false);
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(Compressed annotation) {
    return tag(COMPRESSED, policy -> compress(annotation, policy), false);
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(Chunked annotation) {
    return tag(
        CHUNKED,
        policy ->
            move(policy.thenChunked(), annotation.moveFrom(), annotation.updateInlineBytesMax()),
        annotation.seedLayout());
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(Offloaded annotation) {
    return tag(
        OFFLOADED,
        policy ->
            move(policy.thenOffloaded(), annotation.moveFrom(), annotation.updateInlineBytesMax()),
        false);
  }

  private static AttributePolicy compress(Compressed annotation, AttributePolicy policy) {
    AttributePolicy compressed =
        policy.withCodec(codec(annotation)).compressFrom(annotation.compressFrom());
    return annotation.onlyIfUnitSaved() ? compressed.onlyIfUnitSaved() : compressed;
  }

  private static ValueCodec codec(Compressed annotation) {
    if (annotation.level() == 0) {
      return Codecs.named(annotation.codec());
    }
    if (!annotation.codec().equals(BuiltIn.ZSTD.codecName())) {
      throw new IllegalArgumentException(
          "level is %d, but codec '%s' has no levels: leave it out"
              .formatted(annotation.level(), annotation.codec()));
    }
    return Codecs.zstd(annotation.level());
  }

  private static AttributePolicy move(
      AttributePolicy policy, int moveFrom, int updateInlineBytesMax) {
    AttributePolicy moving = policy.moveFrom(moveFrom);
    return updateInlineBytesMax < 0 ? moving : moving.updateInlineBytesMax(updateInlineBytesMax);
  }

  private static StaticAttributeTag tag(
      String annotation, UnaryOperator<AttributePolicy> settings, boolean seedLayout) {
    return TAGS.tag(annotation, type -> new Tag(type, settings, seedLayout));
  }

  /** The attributes that carry an annotation. */
  static Map<String, Tag> tagged(TableMetadata metadata, String annotation) {
    return TAGS.byAttribute(metadata, annotation, Tag.class);
  }

  /** The annotations that stand twice where one is allowed, or where they have no effect. */
  static List<String> misplaced(TableSchema<?> schema) {
    List<String> problems = new ArrayList<>(TAGS.repeated(schema.tableMetadata(), ALL));
    problems.addAll(TAGS.nested(schema, "which is stored as one value"));
    return problems;
  }
}
