package dev.evenkeel.chunking.spec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.BeanTableSchemaAttributeTag;

/**
 * Says that values of an attribute go to S3 if they do not fit. {@link Compressed} beside it
 * compresses them first; {@link Chunked} contradicts it. {@link ChunkingTags#offloaded} says the
 * same in a schema made by hand.
 *
 * <p>It is metadata only, as {@link Compressed} is. The bucket is said to the builder that {@link
 * ChunkingSpec#from} returns.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@BeanTableSchemaAttributeTag(ChunkingTags.class)
public @interface Offloaded {

  /** {@link AttributePolicy#moveFrom}; by default, only what does not fit leaves. */
  int moveFrom() default Integer.MAX_VALUE;

  /**
   * {@link AttributePolicy#updateInlineBytesMax}; if negative, 96 KiB, or {@link #moveFrom()} if
   * that is less.
   */
  int updateInlineBytesMax() default -1;
}
