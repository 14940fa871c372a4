package dev.evenkeel.chunking.internal.children;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.children.UnitedPage.ChildPages;
import dev.evenkeel.chunking.internal.store.Batches;
import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionException;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.internal.value.Slices;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * Adds and removes. Each child is a write of its own and not one of a batch, which could neither
 * say what was there nor leave alone what others keep beside an element.
 */
public final class ChildWrites {
  /** The number of requests of one call in flight at a time. */
  private static final int WIDTH = 16;

  private final ChildCollectionSpec spec;
  private final @Nullable ParentSide united;

  ChildWrites(ChildCollectionSpec spec, @Nullable ParentSide united) {
    this.spec = spec;
    this.united = united;
  }

  /** The children that hold elements. */
  public List<Child> children(Collection<AttributeValue> elements) {
    if (!spec.derivesRange()) {
      throw new Call("PutItem", spec.tableName())
          .refuse(
              "children are found by '%s', which does not follow from their elements"
                  .formatted(spec.range().name()),
              "Add a Child with both, or say rangeOf in the spec");
    }
    return elements.stream().map(spec::child).toList();
  }

  /**
   * Adds children, and ends with those that are new, in the order in which they were given and the
   * form in which they are stored.
   */
  public Flow<List<Child>> add(AttributeValue parent, Collection<Child> children) {
    Map<AttributeValue, Map<String, AttributeValue>> items = new LinkedHashMap<>();
    for (Child child : children) {
      Map<String, AttributeValue> item = spec.item(parent, child);
      once("PutItem", items.put(spec.childOf(item).range(), item) == null);
    }
    return inSet(parent)
        .then(
            there ->
                Flow.awaitAll(
                    items.entrySet().stream()
                        .map(item -> add(item.getValue(), there.get(item.getKey())))
                        .toList(),
                    WIDTH))
        .map(isNew -> chosen(items.values().stream().map(spec::childOf).toList(), isNew));
  }

  private void once(String operation, boolean isFirst) {
    if (!isFirst) {
      throw new Call(operation, spec.tableName())
          .refuse("one child is named twice", "Name each once; 1 and 1.0 are one number");
    }
  }

  /**
   * The elements that are still in the parent's set, by range. It is looked at before the children
   * are.
   */
  private Flow<Map<AttributeValue, Child>> inSet(AttributeValue parent) {
    return united == null
        ? Flow.of(Map.of())
        : united.read(parent).map(Collections::<AttributeValue, Child>unmodifiableMap);
  }

  private Flow<Boolean> add(Map<String, AttributeValue> item, @Nullable Child inSet) {
    if (inSet == null) {
      return put(item);
    }
    return inSet.equals(spec.childOf(item)) ? Flow.of(false) : Flow.failed(conflict());
  }

  private Flow<Boolean> put(Map<String, AttributeValue> item) {
    PutItemRequest request =
        PutItemRequest.builder()
            .tableName(spec.tableName())
            .item(item)
            .conditionExpression("attribute_not_exists(#parent)")
            .expressionAttributeNames(Map.of("#parent", spec.parentKey().name()))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    return TableCall.put(request)
        .map(response -> true)
        .recover(ConditionalCheckFailedException.class, there -> wasThere(item, there.item()));
  }

  private Flow<Boolean> wasThere(
      Map<String, AttributeValue> item, Map<String, AttributeValue> there) {
    return spec.elementIsRange() || spec.childOf(item).equals(spec.childOf(there))
        ? Flow.of(false)
        : Flow.failed(conflict());
  }

  private ChildCollectionException conflict() {
    return ChildCollectionException.rangeTaken(
        spec.tableName(), spec.range().name(), spec.element().name());
  }

  private static <T> List<T> chosen(List<T> all, List<Boolean> choice) {
    List<T> chosen = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (choice.get(i)) {
        chosen.add(all.get(i));
      }
    }
    return List.copyOf(chosen);
  }

  /** Removes children by their ranges, and ends with those ranges that were there. */
  public Flow<List<AttributeValue>> remove(
      AttributeValue parent, Collection<AttributeValue> ranges) {
    Map<AttributeValue, Map<String, AttributeValue>> keys = new LinkedHashMap<>();
    for (AttributeValue range : ranges) {
      Map<String, AttributeValue> key = spec.key(parent, range);
      once("DeleteItem", keys.put(rangeIn(key), key) == null);
    }
    return takenOff(parent, keys.keySet())
        .then(
            off ->
                Flow.awaitAll(keys.values().stream().map(this::delete).toList(), WIDTH)
                    .map(
                        deleted -> {
                          List<AttributeValue> all = List.copyOf(keys.keySet());
                          List<AttributeValue> gone = chosen(all, deleted);
                          return all.stream()
                              .filter(range -> off.containsKey(range) || gone.contains(range))
                              .toList();
                        }));
  }

  private AttributeValue rangeIn(Map<String, AttributeValue> key) {
    return requireNonNull(key.get(spec.range().name()));
  }

  /**
   * Takes elements off the set before the children: an element that is gone from the set is not
   * moved any more.
   */
  private Flow<Map<AttributeValue, Child>> takenOff(
      AttributeValue parent, Collection<AttributeValue> ranges) {
    return inSet(parent)
        .then(
            there -> {
              List<Child> found =
                  ranges.stream().filter(there::containsKey).map(there::get).toList();
              return found.isEmpty()
                  ? Flow.of(Map.of())
                  : requireNonNull(united).takeOff(parent, found).map(Map::copyOf);
            });
  }

  private Flow<Boolean> delete(Map<String, AttributeValue> key) {
    return TableCall.delete(
            DeleteItemRequest.builder()
                .tableName(spec.tableName())
                .key(key)
                .returnValues(ReturnValue.ALL_OLD)
                .build())
        .map(response -> !response.attributes().isEmpty());
  }

  /** Deletes page by page; one that broke off is repeated, and finds what is left. */
  public Flow<Long> clear(AttributeValue parent) {
    ChildPages pages = new ChildPages(spec, parent);
    return inSet(parent)
        .then(
            inSet ->
                inSet.isEmpty()
                    ? clear(pages, null, 0)
                    : requireNonNull(united)
                        .takeAllOff(parent)
                        .then(off -> clear(pages, null, off.size())));
  }

  private Flow<Long> clear(
      ChildPages pages, @Nullable Map<String, AttributeValue> startKey, long before) {
    return TableCall.query(pages.keys(startKey))
        .then(
            page ->
                deleteAll(page.items())
                    .then(
                        done -> {
                          long cleared = before + page.items().size();
                          Map<String, AttributeValue> next = ChildPages.next(page);
                          return next == null ? Flow.of(cleared) : clear(pages, next, cleared);
                        }));
  }

  private Flow<Done> deleteAll(List<Map<String, AttributeValue>> keys) {
    return Flow.awaitAll(
            Slices.of(keys, RequestLimits.BATCH_WRITES_MAX).stream()
                .map(batch -> Batches.delete(spec.tableName(), batch))
                .toList(),
            WIDTH)
        .map(done -> Done.DONE);
  }
}
