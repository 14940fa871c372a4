package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a write that its item has outside already, and that are not uploaded again.
 *
 * <p>That a marker tells of the same bytes is not enough: the payload may be lost, or the item a
 * copy, made by another client, of one whose payload has another name. Then writing the value again
 * is what mends it. So each payload is looked for, and what cannot be found is uploaded. Of what a
 * reference was given there is nothing to upload.
 */
public final class UnchangedValues {
  private final Map<String, Marker> markers;

  private UnchangedValues(Map<String, Marker> markers) {
    this.markers = new LinkedHashMap<>(markers);
  }

  /** What a put was given references of; of an item that was not read. */
  public static UnchangedValues referenced(ItemWrite write) {
    return new UnchangedValues(write.kept(write.referenced()));
  }

  /** Looks for the values of a write: one request for each that its item seems to have. */
  public static Flow<UnchangedValues> of(ItemWrite write, ItemSnapshot seen) {
    return Flow.defer(
        () -> {
          UnchangedValues unchanged = new UnchangedValues(write.kept(seen));
          return same(write, seen).then(same -> unchanged.looks(write, same));
        });
  }

  /** Comparing values takes hashing them, where anything is outside to be compared with. */
  private static Flow<Map<String, Marker>> same(ItemWrite write, ItemSnapshot seen) {
    return write.overwrites().stream().allMatch(attribute -> seen.payload(attribute) == null)
        ? Flow.of(Map.of())
        : Compute.flow(() -> write.same(seen));
  }

  private Flow<UnchangedValues> looks(ItemWrite write, Map<String, Marker> same) {
    List<Flow<Done>> looks = new ArrayList<>();
    same.forEach(
        (attribute, marker) ->
            looks.add(look(write.table().parent(write.key(), attribute), marker, write.stores())));
    return Flow.awaitAll(looks).map(done -> this);
  }

  private Flow<Done> look(Parent parent, Marker marker, TableStores stores) {
    return stores
        .payloads()
        .isThere(parent, requireNonNull(PayloadRef.of(marker)))
        .recover(failure -> Flow.of(false)) // the upload tells whether it matters
        .map(
            there -> {
              if (there) {
                markers.put(parent.attribute(), marker);
              }
              return Done.DONE;
            });
  }

  /** Where those values are, by attribute. */
  Map<String, Marker> markers() {
    return markers;
  }
}
