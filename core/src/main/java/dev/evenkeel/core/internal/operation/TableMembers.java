package dev.evenkeel.core.internal.operation;

import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finds table names anywhere in a request by the names of its members, through the SDK's own
 * description of its model. Items and keys are not entered.
 */
final class TableMembers {
  /**
   * Members whose text is the name or ARN of a table, or the ARN of something that is part of one.
   */
  static final Set<String> NAMING =
      Set.of(
          "TableName",
          "TableArn",
          "SourceTableName",
          "SourceTableArn",
          "TargetTableName",
          "GlobalTableName",
          "GlobalTableSourceArn",
          "ResourceArn",
          "BackupArn",
          "ExportArn",
          "ImportArn");

  /** Members that are maps whose keys are names or ARNs of tables. */
  static final Set<String> KEYED = Set.of("RequestItems");

  private TableMembers() {}

  static boolean anyMatch(SdkPojo structure, Predicate<String> test) {
    for (SdkField<?> field : structure.sdkFields()) {
      if (anyIn(field.memberName(), field.getValueOrDefault(structure), test)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyIn(String member, @Nullable Object value, Predicate<String> test) {
    if (value instanceof String text) {
      return NAMING.contains(member) && test.test(text);
    }
    if (value instanceof Map<?, ?> map) {
      return (KEYED.contains(member) && anyName(map.keySet(), test))
          || anyWithin(map.values(), test);
    }
    return value instanceof Iterable<?> list ? anyWithin(list, test) : entered(value, test);
  }

  private static boolean anyName(Iterable<?> names, Predicate<String> test) {
    for (Object name : names) {
      if (name instanceof String text && test.test(text)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyWithin(Iterable<?> values, Predicate<String> test) {
    for (Object value : values) {
      if (value instanceof Iterable<?> list ? anyWithin(list, test) : entered(value, test)) {
        return true;
      }
    }
    return false;
  }

  private static boolean entered(@Nullable Object value, Predicate<String> test) {
    return value instanceof SdkPojo structure
        && !(value instanceof AttributeValue)
        && anyMatch(structure, test);
  }
}
