package dev.evenkeel.sharding.spec.composite;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.BeanTableSchemaAttributeTag;

/**
 * The attribute is composed of others: {@code @CompositeKey({"customerId", "productId",
 * "country"})} gives {@code c7#p12#DE}. For the partition or sort key of a table or an index, of
 * type S; the parts are of type S or N and stay attributes of the item.
 *
 * <p>It is metadata: {@link CompositeKeyExtension} fills the attribute on writes, and {@link
 * CompositeKeys} makes keys and prefixes for reads and deletes. In a schema made by hand {@link
 * CompositeKeyTags#compositeKey} says the same.
 *
 * <p>Names, order, separator and the text of the parts are stored data: change one and items that
 * were written before are not found. Numbers stand in their canonical decimal text, so they sort as
 * text ({@code 10} before {@code 9}); for order by value store them padded, as strings.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@BeanTableSchemaAttributeTag(CompositeKeyTags.class)
public @interface CompositeKey {

  /** The names of the attributes, in order, at least two; none is composed itself. */
  String[] value();

  /** Stands between the parts. No part may contain it, so that no two items compose one key. */
  char separator() default '#';
}
