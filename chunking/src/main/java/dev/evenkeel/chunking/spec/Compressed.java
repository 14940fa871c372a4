package dev.evenkeel.chunking.spec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.BeanTableSchemaAttributeTag;

/**
 * Says that the values of an attribute are compressed, alone or beside {@link Chunked} or {@link
 * Offloaded}. On a getter or setter of a bean, or a getter of an immutable; {@link
 * ChunkingTags#compressed} says the same in a schema made by hand.
 *
 * <p>It is metadata only: {@link ChunkingSpec#from} reads it, and the chunking client that is given
 * that spec does the work. An Enhanced Client over any other client ignores it and stores plain
 * values. The members decide how values are written and may change at any time: every value says
 * itself how it was.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@BeanTableSchemaAttributeTag(ChunkingTags.class)
public @interface Compressed {

  /** The name of the codec, as {@link Codecs#named} takes it: also one of your own. */
  String codec() default "gzip";

  /** The level of codec {@code zstd}, as {@link Codecs#zstd(int)} takes it; 0 for its default. */
  int level() default 0;

  /** {@link AttributePolicy#compressFrom}. */
  int compressFrom() default AttributePolicy.COMPRESS_FROM_BYTES_DEFAULT;

  /** {@link AttributePolicy#onlyIfUnitSaved}. */
  boolean onlyIfUnitSaved() default false;
}
