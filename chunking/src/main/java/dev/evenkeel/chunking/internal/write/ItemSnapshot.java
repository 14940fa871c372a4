package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.Batches;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.value.CanonicalItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/**
 * An item as a consistent read returned it; empty if there was none.
 *
 * <p>A marker that no version wrote names no payload: writing the value again repairs it. A marker
 * of a newer version is not overwritten, for this version might leave its payload behind. A put
 * that reads nothing knows a payload of any version by its write id.
 *
 * @param item the attributes that were read: markers at least
 */
public record ItemSnapshot(ChunkedTable table, Map<String, AttributeValue> item) {

  /** Reads the whole item, for writes that return it or what they make of it. */
  public static Flow<ItemSnapshot> readWhole(ItemWrite write) {
    return read(write, request(write));
  }

  /**
   * Reads the markers of an item, and nothing else. It costs what the whole item does; but what is
   * not asked for need not travel.
   */
  public static Flow<ItemSnapshot> readMarkers(ItemWrite write) {
    Map<String, String> names = new LinkedHashMap<>();
    write.table().reserved().forEach(name -> names.put("#r" + names.size(), name));
    return read(
        write,
        request(write)
            .projectionExpression(String.join(", ", names.keySet()))
            .expressionAttributeNames(names));
  }

  private static GetItemRequest.Builder request(ItemWrite write) {
    return GetItemRequest.builder()
        .tableName(write.table().spec().tableName())
        .key(write.key())
        .consistentRead(true);
  }

  private static Flow<ItemSnapshot> read(ItemWrite write, GetItemRequest.Builder request) {
    return TableCall.get(request.build())
        .map(
            response ->
                new ItemSnapshot(write.table(), response.hasItem() ? response.item() : Map.of()));
  }

  /**
   * Reads the markers of several items, by write and in the order of the writes: one BatchGetItem
   * for each table and 100 items.
   *
   * @param writes of different items
   */
  public static Flow<Map<ItemWrite, ItemSnapshot>> readMarkers(List<ItemWrite> writes) {
    if (writes.size() == 1) {
      return readMarkers(writes.get(0)).map(found -> Map.of(writes.get(0), found));
    }
    Map<ChunkedTable, List<Map<String, AttributeValue>>> keys = new LinkedHashMap<>();
    writes.forEach(
        write -> keys.computeIfAbsent(write.table(), table -> new ArrayList<>()).add(write.key()));
    Map<ChunkedTable, Map<Object, Map<String, AttributeValue>>> found = new HashMap<>();
    List<Flow<Done>> reads = new ArrayList<>();
    keys.forEach(
        (table, ofTable) ->
            reads.add(
                Batches.getSome(
                        table.spec().tableName(), ofTable, table.reserved(), table::identity)
                    .atResult(items -> found.put(table, items))
                    .map(items -> Done.DONE)));
    return Flow.failFast(reads)
        .map(
            done -> {
              Map<ItemWrite, ItemSnapshot> snapshots = new LinkedHashMap<>();
              writes.forEach(write -> snapshots.put(write, of(write, found)));
              return snapshots;
            });
  }

  private static ItemSnapshot of(
      ItemWrite write, Map<ChunkedTable, Map<Object, Map<String, AttributeValue>>> found) {
    ChunkedTable table = write.table();
    return new ItemSnapshot(
        table,
        requireNonNull(found.get(table)).getOrDefault(table.identity(write.key()), Map.of()));
  }

  public @Nullable Marker marker(String attribute) {
    try {
      return table.marker(item, attribute);
    } catch (LargeValueException e) {
      requireCorrupt(e);
      return null;
    }
  }

  /** The item's outside payload for an attribute; null if there is none. */
  @Nullable PayloadRef payload(String attribute) {
    try {
      return table.payload(item, attribute);
    } catch (LargeValueException e) {
      requireCorrupt(e);
      return null;
    }
  }

  private static void requireCorrupt(LargeValueException failure) {
    if (failure.reason() != Reason.CORRUPT) {
      throw failure;
    }
  }

  /** A marker that cannot be read; null if there is none. */
  @Nullable AttributeValue corrupt(String attribute) {
    AttributeValue raw = item.get(table.markerOf(attribute));
    return raw != null && marker(attribute) == null ? raw : null;
  }

  /** Whether the item has the same payloads outside in another state of it. */
  public boolean isStill(Map<String, AttributeValue> now, Collection<String> attributes) {
    ItemSnapshot other = new ItemSnapshot(table, now);
    return attributes.stream().allMatch(attribute -> hasThePayloadOf(other, attribute));
  }

  /** Whether these attributes have the same values in another state of the item. */
  public boolean hasSame(Map<String, AttributeValue> now, Collection<String> attributes) {
    return Arrays.equals(encoded(item, attributes), encoded(now, attributes));
  }

  private static byte[] encoded(Map<String, AttributeValue> item, Collection<String> attributes) {
    Map<String, AttributeValue> some = new LinkedHashMap<>(item);
    some.keySet().retainAll(attributes);
    CanonicalItem canonical = new CanonicalItem();
    int length = canonical.encode(some);
    return Arrays.copyOf(canonical.bytes(), length);
  }

  private boolean hasThePayloadOf(ItemSnapshot other, String attribute) {
    PayloadRef mine = payload(attribute);
    PayloadRef others = other.payload(attribute);
    return (mine == null ? others == null : mine.isSameAs(others))
        && Objects.equals(corrupt(attribute), other.corrupt(attribute))
        && Objects.equals(unreadChunks(attribute), other.unreadChunks(attribute));
  }

  /** The version of chunks in AWS's layout that cannot be read; null if there is none. */
  private @Nullable AttributeValue unreadChunks(String attribute) {
    return attribute.equals(table.spec().seedAttribute()) && payload(attribute) == null
        ? item.get(SeedLayout.VERSION)
        : null;
  }

  /**
   * Conditions that hold as long as an item has the payloads of its snapshot. A write with these
   * conditions replaces exactly those payloads. Values inside the item are not compared.
   */
  public static final class OptimisticLock {
    private OptimisticLock() {}

    public static List<String> of(
        ItemSnapshot snapshot, Collection<String> attributes, PlaceholderAllocator fresh) {
      List<String> conditions = new ArrayList<>();
      attributes.forEach(attribute -> addCondition(snapshot, attribute, fresh, conditions));
      return conditions;
    }

    /** Conditions that hold as long as these attributes have the values of the snapshot. */
    public static List<String> ofValues(
        ItemSnapshot snapshot, Collection<String> attributes, PlaceholderAllocator fresh) {
      List<String> conditions = new ArrayList<>();
      for (String attribute : attributes) {
        AttributeValue value = snapshot.item().get(attribute);
        String token = fresh.token(attribute);
        conditions.add(value == null ? absent(token) : is(token, value, fresh));
      }
      return conditions;
    }

    private static void addCondition(
        ItemSnapshot snapshot,
        String attribute,
        PlaceholderAllocator fresh,
        List<String> conditions) {
      String marker = fresh.token(snapshot.table().markerOf(attribute));
      AttributeValue corrupt = snapshot.corrupt(attribute);
      if (corrupt != null) {
        conditions.add(is(marker, corrupt, fresh));
        return;
      }
      String writeId = marker + "." + fresh.token(Marker.writeIdField());
      Marker current = snapshot.marker(attribute);
      if (current != null && current.isOutside()) {
        conditions.add(is(writeId, binary(current.outside().writeId().bytes()), fresh));
        return;
      }
      conditions.add(absent(writeId));
      if (attribute.equals(snapshot.table().spec().seedAttribute())) {
        conditions.add(seedVersion(snapshot.item().get(SeedLayout.VERSION), fresh));
      }
    }

    /** A parent made by hand has no marker: its version identifies the write. */
    private static String seedVersion(
        @Nullable AttributeValue current, PlaceholderAllocator fresh) {
      String version = fresh.token(SeedLayout.VERSION);
      return current == null ? absent(version) : is(version, current, fresh);
    }

    private static String is(String path, AttributeValue value, PlaceholderAllocator fresh) {
      return path + " = " + fresh.value(value);
    }

    private static String absent(String path) {
      return "attribute_not_exists(" + path + ")";
    }

    private static AttributeValue binary(byte[] bytes) {
      return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
    }
  }
}
