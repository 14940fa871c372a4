package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.policy.ExternalValue;
import dev.evenkeel.chunking.internal.policy.ItemLayout;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.core.operation.Call;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** One write of one item, ready to be made as soon as it is known what it meets. */
public abstract class ItemWrite {
  private final TableStores stores;
  private final Map<String, AttributeValue> key;
  private final ItemLayout layout;

  /**
   * @param layout how the values that it writes are stored
   * @throws dev.evenkeel.core.DecoratorException if a value cannot be stored so
   */
  protected ItemWrite(
      Call call, TableStores stores, Map<String, AttributeValue> key, ItemLayout layout) {
    this.stores = stores;
    this.key = key;
    this.layout = layout;
    RetainedReferences.requireOwn(stores.table(), key, layout.kept());
    ItemKeys.refuseTooLong(call, stores.table(), key, layout.moved());
  }

  public final TableStores stores() {
    return stores;
  }

  public final ChunkedTable table() {
    return stores.table();
  }

  /** The key of the item. */
  public final Map<String, AttributeValue> key() {
    return key;
  }

  protected final ItemLayout layout() {
    return layout;
  }

  /** The values that are to leave the item. */
  public final List<ExternalValue> moved() {
    return layout.moved();
  }

  /**
   * Where the values are of which it was given references; they stay there.
   *
   * @param seen what it expects to meet
   * @throws dev.evenkeel.chunking.spec.StaleReferenceException if what is referenced is not there
   */
  final Map<String, Marker> kept(ItemSnapshot seen) {
    return RetainedReferences.markers(layout.kept(), seen);
  }

  /** The attributes of which it was given references. */
  public final Set<String> keeps() {
    return layout.kept().keySet();
  }

  /** What references tell of the item, which is not known yet. */
  final ItemSnapshot referenced() {
    Map<String, AttributeValue> told = new LinkedHashMap<>();
    layout
        .kept()
        .forEach(
            (attribute, reference) ->
                told.putAll(table().markerAttributes(attribute, reference.marker())));
    return new ItemSnapshot(table(), told);
  }

  /**
   * Markers that tell of the very values that it writes: if these are there, they are not uploaded
   * again.
   *
   * @param seen what it expects to meet
   */
  protected Map<String, Marker> same(ItemSnapshot seen) {
    Map<String, Marker> same = new LinkedHashMap<>();
    for (ExternalValue moved : moved()) {
      Marker before = seen.marker(moved.attribute());
      if (before != null && moved.isWhat(before)) {
        same.put(moved.attribute(), before);
      }
    }
    return same;
  }

  /** Whether the item is going to point to a value outside, so that it has to be read first. */
  public final boolean pointsOutside() {
    return !moved().isEmpty() || !layout.kept().isEmpty();
  }

  /** The attributes whose values outside, if they have any, it replaces or removes. */
  public abstract Set<String> overwrites();

  /**
   * The write as an action of a transaction. It asks for the item if its condition fails.
   *
   * @param markers where each of {@link #moved()} is, or will be
   * @param seen what it expects to meet
   */
  public abstract TransactWriteItem action(Map<String, Marker> markers, ItemSnapshot seen);
}
