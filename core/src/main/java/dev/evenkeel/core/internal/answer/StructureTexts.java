package dev.evenkeel.core.internal.answer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.utils.builder.Buildable;
import software.amazon.awssdk.utils.builder.ToCopyableBuilder;

/**
 * Replaces texts in SDK structures, whatever members these have: a structure of a later SDK may
 * have them in places that are not known today. Items are left unchanged: only the plan knows their
 * table.
 */
public abstract class StructureTexts {

  /**
   * A text.
   *
   * @param member the member of a structure that has it, on its own or in a list or map
   */
  protected abstract String text(String member, String text);

  /** A key of a member that is a map; by default it stays, as all keys of maps in maps or lists. */
  protected String key(String member, String key) {
    return key;
  }

  /** A copy of a structure with its texts replaced; the same object if they all stay. */
  @SuppressWarnings("unchecked") // a copy is of the same class
  public final <S extends SdkPojo> S replaced(S structure) {
    return (S) replacedStructure(structure);
  }

  private Object replacedStructure(SdkPojo structure) {
    if (!(structure instanceof ToCopyableBuilder<?, ?> copyable) || !areReplaced(structure)) {
      return structure;
    }
    Buildable copy = copyable.toBuilder();
    set(structure, (SdkPojo) copy);
    return copy.build();
  }

  /** Whether a text of a structure is replaced. */
  final boolean areReplaced(SdkPojo structure) {
    return structure.sdkFields().stream()
        .anyMatch(
            field -> {
              Object value = field.getValueOrDefault(structure);
              return replacedMember(field.memberName(), value) != value;
            });
  }

  /** Sets those members of a copy of a structure that have a text that is replaced. */
  final void set(SdkPojo structure, SdkPojo copy) {
    for (SdkField<?> field : structure.sdkFields()) {
      Object value = field.getValueOrDefault(structure);
      Object replaced = replacedMember(field.memberName(), value);
      if (replaced != value) {
        field.set(copy, replaced);
      }
    }
  }

  private @Nullable Object replacedMember(String member, @Nullable Object value) {
    return value instanceof Map<?, ?> map
        ? replacedMap(map, key -> key(member, key), member)
        : replaced(member, value);
  }

  private @Nullable Object replaced(String member, @Nullable Object value) {
    if (value instanceof String text) {
      String replaced = text(member, text);
      return replaced.equals(text) ? text : replaced;
    }
    if (value instanceof List<?> list) {
      return replacedList(member, list);
    }
    if (value instanceof Map<?, ?> map) {
      return replacedMap(map, key -> key, member);
    }
    return value instanceof SdkPojo structure && !(value instanceof AttributeValue)
        ? replacedStructure(structure)
        : value;
  }

  private List<?> replacedList(String member, List<?> list) {
    List<@Nullable Object> replaced = new ArrayList<>();
    boolean same = true;
    for (Object value : list) {
      Object other = replaced(member, value);
      replaced.add(other);
      same &= other == value;
    }
    return same ? list : replaced;
  }

  private Map<?, ?> replacedMap(Map<?, ?> map, UnaryOperator<String> keys, String member) {
    Map<Object, @Nullable Object> replaced = new LinkedHashMap<>();
    boolean same = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = entry.getKey() instanceof String name ? keys.apply(name) : entry.getKey();
      Object value = replaced(member, entry.getValue());
      replaced.put(key, value);
      same &= key.equals(entry.getKey()) && value == entry.getValue();
    }
    return same ? map : replaced;
  }
}
