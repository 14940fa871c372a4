package dev.evenkeel.chunking.spec.children;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Says that a property of a bean or an immutable is a collection in a table of its own, and no
 * attribute of the item. On its getter or setter, beside {@code @DynamoDbIgnore}: without it the
 * Enhanced Client would write the property as a set, and the annotation is refused.
 *
 * <pre>{@code
 * @DynamoDbIgnore
 * @OneToMany(table = "ThreadTags", parentKey = "Thread", element = "Tag")
 * public Set<String> getTags() { ... }
 * }</pre>
 *
 * <p>It is metadata only: {@link ChildCollectionSpec#from} reads it, and the collections made with
 * that spec do the work. The Enhanced Client leaves the property alone, as it does any that is
 * ignored; the application fills it, or has none of it but the annotation.
 *
 * <p>The property is a collection of texts (String), of numbers, or of binaries ({@code SdkBytes},
 * {@code ByteBuffer}, {@code byte[]}). Its element type determines the type of the element.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface OneToMany {

  /** {@link ChildCollectionSpec#tableName()}. */
  String table();

  /** {@link ChildCollectionSpec#parentKey()}; its type follows from the key of the class. */
  String parentKey();

  /** {@link ChildCollectionSpec#element()}. */
  String element();

  /**
   * {@link ChildCollectionSpec.Builder#range}; if empty, the element is the sort key. The function
   * from element to range, if there is one, is set by {@code from(...).toBuilder().rangeOf(...)}.
   */
  String range() default "";

  /** The type of the {@link #range}. */
  ScalarAttributeType rangeType() default ScalarAttributeType.S;

  /**
   * {@link ParentSet#attribute()}: the set in which the elements were before; if empty, they never
   * were in one. No property of the class may be stored under that name any more.
   */
  String set() default "";

  /** {@link ParentSet#separator()}. */
  char separator() default ParentSet.SEPARATOR_DEFAULT;
}
