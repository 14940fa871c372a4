package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.policy.ExternalValue;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** One write of one item, ready to be made as soon as it is known what it meets. */
interface ItemWrite {
  ChunkedTable table();

  /** The key of the item. */
  Map<String, AttributeValue> key();

  /** The values that are to leave the item. */
  List<ExternalValue> moved();

  /**
   * Where the values are of which it was given references; they stay there.
   *
   * @param seen what it expects to meet
   * @throws dev.evenkeel.chunking.spec.StaleReferenceException if what is referenced is not there
   */
  default Map<String, Marker> kept(ItemSnapshot seen) {
    return Map.of();
  }

  /**
   * Markers that tell of the very values that it writes: if these are there, they are not uploaded
   * again.
   *
   * @param seen what it expects to meet
   */
  default Map<String, Marker> same(ItemSnapshot seen) {
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
  default boolean pointsOutside() {
    return !moved().isEmpty();
  }

  /** The attributes whose values outside, if they have any, it replaces or removes. */
  Set<String> overwrites();

  /**
   * The write as an action of a transaction. It asks for the item if its condition fails.
   *
   * @param markers where each of {@link #moved()} is, or will be
   * @param seen what it expects to meet
   */
  TransactWriteItem action(Map<String, Marker> markers, ItemSnapshot seen);
}
