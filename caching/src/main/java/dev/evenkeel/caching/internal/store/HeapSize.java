package dev.evenkeel.caching.internal.store;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * The heap that an item takes as the SDK holds it, estimated for a 64-bit JVM with compressed
 * references: several times its size in DynamoDB where its values are small.
 */
final class HeapSize {
  /** The fields of an {@link AttributeValue}, its type included. */
  private static final int VALUE = 72;

  /** A map or list with its wrapper. */
  private static final int COLLECTION = 88;

  /** An entry of a linked hash map, and its place in the table. */
  private static final int ENTRY = 48;

  /** A string with its array, or bytes with theirs. */
  private static final int TEXT = 48;

  /** A response with its metadata, the key, and the entry in the cache. */
  private static final int ANSWER = 640;

  /** A request without its expressions and values. */
  private static final int QUESTION = 1024;

  private static final int REFERENCE = 4;

  private HeapSize() {}

  /** The bytes of an answer with this item. */
  static int ofAnswer(Map<String, AttributeValue> item) {
    return (int) Math.min(Integer.MAX_VALUE, ANSWER + ofMap(item));
  }

  /** The bytes of a page, and of what was asked for it. */
  static int ofPage(QueryRequest asked, QueryResponse page) {
    long question =
        QUESTION
            + ofMap(asked.expressionAttributeValues())
            + ofMap(asked.exclusiveStartKey())
            + asked.expressionAttributeNames().entrySet().stream()
                .mapToLong(each -> ENTRY + of(each.getKey()) + of(each.getValue()))
                .sum()
            + Stream.of(
                    asked.keyConditionExpression(),
                    asked.filterExpression(),
                    asked.projectionExpression())
                .filter(Objects::nonNull)
                .mapToLong(HeapSize::of)
                .sum();
    long items = page.items().stream().mapToLong(item -> REFERENCE + ofMap(item)).sum();
    return (int)
        Math.min(Integer.MAX_VALUE, ANSWER + question + items + ofMap(page.lastEvaluatedKey()));
  }

  private static long ofMap(Map<String, AttributeValue> attributes) {
    long bytes = COLLECTION;
    for (Map.Entry<String, AttributeValue> each : attributes.entrySet()) {
      bytes += ENTRY + of(each.getKey()) + of(each.getValue());
    }
    return bytes;
  }

  /** A null among what was asked takes nothing. */
  private static long of(AttributeValue value) {
    if (value == null) {
      return 0;
    }
    long content =
        switch (value.type()) {
          case S -> of(value.s());
          case N -> of(value.n());
          case B -> of(value.b());
          case L -> ofList(value.l());
          case M -> ofMap(value.m());
          case SS -> ofTexts(value.ss());
          case NS -> ofTexts(value.ns());
          case BS -> COLLECTION + value.bs().stream().mapToLong(HeapSize::of).sum();
          default -> 0;
        };
    return VALUE + content;
  }

  private static long ofList(List<AttributeValue> values) {
    return COLLECTION + values.stream().mapToLong(value -> REFERENCE + of(value)).sum();
  }

  private static long ofTexts(List<String> texts) {
    return COLLECTION + texts.stream().mapToLong(text -> REFERENCE + of(text)).sum();
  }

  /** Latin text takes a byte a character; other text two. */
  private static long of(String text) {
    boolean isLatin = text.chars().allMatch(c -> c < 256);
    return TEXT + (isLatin ? text.length() : 2L * text.length());
  }

  private static long of(SdkBytes bytes) {
    return (long) TEXT + bytes.asByteArrayUnsafe().length;
  }
}
