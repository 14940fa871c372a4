package dev.evenkeel.core.internal.answer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.utils.builder.Buildable;
import software.amazon.awssdk.utils.builder.ToCopyableBuilder;

/**
 * The texts in an SDK structure in logical terms, whatever members it has: an exception of a later
 * SDK may quote keys in places that are not known today. Items are left unchanged: only the plan
 * knows their table.
 */
final class LogicalMembers {
  private final PhysicalTexts texts;

  LogicalMembers(PhysicalTexts texts) {
    this.texts = texts;
  }

  /** Whether a member holds a physical key. */
  boolean anyPhysical(SdkPojo structure) {
    return structure.sdkFields().stream()
        .map(field -> field.getValueOrDefault(structure))
        .anyMatch(value -> logical(value) != value);
  }

  /** Sets those members of a copy of a structure that hold a physical key. */
  void set(SdkPojo structure, SdkPojo copy) {
    for (SdkField<?> field : structure.sdkFields()) {
      Object value = field.getValueOrDefault(structure);
      Object logical = logical(value);
      if (logical != value) {
        field.set(copy, logical);
      }
    }
  }

  /** A value in logical terms; the same object if it holds no physical key. */
  private @Nullable Object logical(@Nullable Object value) {
    if (value instanceof String text) {
      return texts.logical(text);
    }
    if (value instanceof List<?> list) {
      return logical(list);
    }
    if (value instanceof Map<?, ?> map) {
      return logical(map);
    }
    return value instanceof SdkPojo structure && !(value instanceof AttributeValue)
        ? logical(structure)
        : value;
  }

  private List<?> logical(List<?> list) {
    List<@Nullable Object> logical = new ArrayList<>();
    boolean same = true;
    for (Object value : list) {
      Object mapped = logical(value);
      logical.add(mapped);
      same &= mapped == value;
    }
    return same ? list : logical;
  }

  private Map<?, ?> logical(Map<?, ?> map) {
    Map<Object, @Nullable Object> logical = new HashMap<>();
    boolean same = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object mapped = logical(entry.getValue());
      logical.put(entry.getKey(), mapped);
      same &= mapped == entry.getValue();
    }
    return same ? map : logical;
  }

  private Object logical(SdkPojo structure) {
    if (!(structure instanceof ToCopyableBuilder<?, ?> copyable) || !anyPhysical(structure)) {
      return structure;
    }
    Buildable copy = copyable.toBuilder();
    set(structure, (SdkPojo) copy);
    return copy.build();
  }
}
