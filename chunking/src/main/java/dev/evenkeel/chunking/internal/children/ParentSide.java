package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.item.ItemSize;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The set in which elements were before. Elements go from there to the children and never back. So
 * a reader of first the set and then the children misses no element.
 */
final class ParentSide {
  private static final String SET = "#set";
  private static final String IS_THERE = "attribute_exists(#set)";

  private final ChildCollectionSpec spec;
  private final ParentSet set;

  ParentSide(ChildCollectionSpec spec, ParentSet set) {
    this.spec = spec;
    this.set = set;
  }

  /** The elements of the set, by range and in its order; empty if there is no set, or no parent. */
  Flow<NavigableMap<AttributeValue, Child>> read(AttributeValue parent) {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(set.tableName())
            .key(key(parent))
            .projectionExpression(SET)
            .expressionAttributeNames(names())
            .consistentRead(true)
            .build();
    return TableCall.get(request)
        .map(response -> checked(parent, response.item().get(set.attribute())));
  }

  /** Refuses elements that cannot become children. */
  private NavigableMap<AttributeValue, Child> checked(
      AttributeValue parent, @Nullable AttributeValue value) {
    try {
      NavigableMap<AttributeValue, Child> children = children(value);
      for (Child child : children.values()) {
        if (ItemSize.bytes(spec.item(parent, child)) > ItemSize.ITEM_BYTES_MAX) {
          throw unfit("With its key it is larger than an item can be. Shorten it.", null);
        }
      }
      return children;
    } catch (ChildCollectionException e) {
      throw e;
    } catch (DecoratorException e) {
      throw unfit(e.getMessage() + " Or say rangeByDigest in the spec.", e);
    } catch (RuntimeException e) {
      throw unfit("The function that derives its range fails.", e);
    }
  }

  private ChildCollectionException unfit(String problem, @Nullable RuntimeException cause) {
    return ChildCollectionException.setNotMovable(
        set, "an element cannot be a child. " + problem, cause);
  }

  Map<String, AttributeValue> key(AttributeValue parent) {
    return set.keyOf(spec.parent(parent));
  }

  Map<String, String> names() {
    return Map.of(SET, set.attribute());
  }

  private NavigableMap<AttributeValue, Child> children(@Nullable AttributeValue value) {
    NavigableMap<AttributeValue, Child> children = new TreeMap<>(KeyOrder.of(spec.range().type()));
    if (value == null) {
      return children;
    }
    for (AttributeValue element : Sets.elements(set, spec.element().type(), value)) {
      Child child = spec.child(element);
      if (children.put(child.range(), child) != null) {
        throw ChildCollectionException.setNotMovable(
            set, "two elements have one range. Mend the function that derives it.", null);
      }
    }
    return children;
  }

  /**
   * Takes elements off the set.
   *
   * @return the elements that were in the set, by range
   */
  Flow<NavigableMap<AttributeValue, Child>> takeOff(
      AttributeValue parent, Collection<Child> children) {
    List<AttributeValue> elements = children.stream().map(Child::element).toList();
    UpdateItemRequest request =
        update(parent)
            .updateExpression("DELETE #set :elements")
            .expressionAttributeValues(
                Map.of(":elements", Sets.of(spec.element().type(), elements)))
            .build();
    return sent(request)
        .atResult(
            before -> before.keySet().retainAll(children.stream().map(Child::range).toList()));
  }

  /** Takes the whole set off, and ends with what was in it. */
  Flow<NavigableMap<AttributeValue, Child>> takeAllOff(AttributeValue parent) {
    return sent(update(parent).updateExpression("REMOVE #set").build());
  }

  /** On condition that there is a set: an update would make a parent where there is none. */
  private UpdateItemRequest.Builder update(AttributeValue parent) {
    return UpdateItemRequest.builder()
        .tableName(set.tableName())
        .key(key(parent))
        .conditionExpression(IS_THERE)
        .expressionAttributeNames(names())
        .returnValues(ReturnValue.UPDATED_OLD);
  }

  private Flow<NavigableMap<AttributeValue, Child>> sent(UpdateItemRequest request) {
    return TableCall.update(request)
        .map(response -> children(response.attributes().get(set.attribute())))
        .recover(ConditionalCheckFailedException.class, failure -> Flow.of(children(null)));
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
