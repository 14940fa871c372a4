package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ParentSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * The transactions that move elements.
 *
 * @param parent canonical
 */
record MoveRequests(ChildCollectionSpec spec, ParentSet set, AttributeValue parent) {
  private static final ReturnValuesOnConditionCheckFailure ITEM =
      ReturnValuesOnConditionCheckFailure.ALL_OLD;

  /**
   * An action for each child, and one for the parent, which is the last. A child that is there
   * already is not put again, for others may keep more in it.
   */
  TransactWriteItemsRequest move(List<Child> children, Set<AttributeValue> present) {
    List<TransactWriteItem> actions = new ArrayList<>();
    for (Child child : children) {
      actions.add(present.contains(child.range()) ? check(child) : put(child));
    }
    actions.add(takeOff(children));
    return TransactWriteItemsRequest.builder().transactItems(actions).build();
  }

  private TransactWriteItem put(Child child) {
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(spec.tableName())
                    .item(spec.item(parent, child))
                    .conditionExpression("attribute_not_exists(#parent)")
                    .expressionAttributeNames(Map.of("#parent", spec.parentKey().name()))
                    .returnValuesOnConditionCheckFailure(ITEM))
        .build();
  }

  private TransactWriteItem check(Child child) {
    return TransactWriteItem.builder()
        .conditionCheck(
            check ->
                check
                    .tableName(spec.tableName())
                    .key(spec.key(parent, child.range()))
                    .conditionExpression(
                        "attribute_exists(#parent)"
                            + (spec.elementIsRange() ? "" : " AND #element = :element"))
                    .expressionAttributeNames(names())
                    .expressionAttributeValues(
                        spec.elementIsRange() ? null : Map.of(":element", child.element())))
        .build();
  }

  private Map<String, String> names() {
    Map<String, String> names = new HashMap<>();
    names.put("#parent", spec.parentKey().name());
    if (!spec.elementIsRange()) {
      names.put("#element", spec.element().name());
    }
    return names;
  }

  /** If all of them are in it: one that is not was removed, and must not come back. */
  private TransactWriteItem takeOff(List<Child> children) {
    List<AttributeValue> elements = children.stream().map(Child::element).toList();
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":all", Sets.of(spec.element().type(), elements));
    IntStream.range(0, elements.size()).forEach(i -> values.put(":" + i, elements.get(i)));
    String areInIt =
        IntStream.range(0, elements.size())
            .mapToObj(i -> "contains(#set, :" + i + ")")
            .collect(Collectors.joining(" AND "));
    return TransactWriteItem.builder()
        .update(
            update ->
                update
                    .tableName(set.tableName())
                    .key(set.keyOf(parent))
                    .updateExpression("DELETE #set :all")
                    .conditionExpression(areInIt)
                    .expressionAttributeNames(Map.of("#set", set.attribute()))
                    .expressionAttributeValues(values))
        .build();
  }

  /** Sets and their members. */
  static final class Sets {
    private Sets() {}

    /** The set of these elements. */
    static AttributeValue of(ScalarAttributeType type, List<AttributeValue> elements) {
      return switch (type) {
        case N -> AttributeValue.fromNs(elements.stream().map(AttributeValue::n).toList());
        case B -> AttributeValue.fromBs(elements.stream().map(AttributeValue::b).toList());
        default -> AttributeValue.fromSs(elements.stream().map(AttributeValue::s).toList());
      };
    }

    /** The elements of a set of a parent. */
    static List<AttributeValue> elements(
        ParentSet set, ScalarAttributeType type, AttributeValue value) {
      AttributeValue.Type wanted =
          switch (type) {
            case N -> AttributeValue.Type.NS;
            case B -> AttributeValue.Type.BS;
            default -> AttributeValue.Type.SS;
          };
      if (value.type() != wanted) {
        throw ChildCollectionException.setNotMovable(
            set,
            "it is of type %s, and elements of type %s are in one of type %s. Mend the spec or the item."
                .formatted(value.type(), type, wanted),
            null);
      }
      return switch (wanted) {
        case NS -> value.ns().stream().map(AttributeValue::fromN).toList();
        case BS -> value.bs().stream().map(AttributeValue::fromB).toList();
        default -> value.ss().stream().map(AttributeValue::fromS).toList();
      };
    }
  }
}
