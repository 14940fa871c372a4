package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.Flight;
import dev.evenkeel.caching.internal.store.Flight.Failed;
import dev.evenkeel.caching.internal.store.Flight.Landing;
import dev.evenkeel.caching.internal.store.Flight.Reply;
import dev.evenkeel.caching.internal.store.Flight.Unprocessed;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.internal.store.OwnBytes;
import dev.evenkeel.caching.internal.store.Projection;
import dev.evenkeel.caching.internal.store.Reading;
import dev.evenkeel.caching.internal.store.SharedRead;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.page.KeyedProjection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * The part of a batch that concerns one cached table, in rounds: in each, {@link #look()} says what
 * is to be read, {@link #answered} or {@link #failed} is told what has become of it, and {@link
 * #others()} waits for what others read. {@link #leave} ends it. What is left then, if others have
 * failed to read it, is looked for in the next round.
 */
final class BatchPart {
  private static final int SERVER_ERRORS = 500; // HTTP status codes from here on

  private final CachingTables tables;
  private final ItemStore store;
  private final TableKeys tableKeys;
  private final Projection projection;
  private final List<Map<String, AttributeValue>> items = new ArrayList<>();
  private final List<Map<String, AttributeValue>> unprocessed = new ArrayList<>();

  /** What is read for others, too, and stored. */
  private final Map<ItemKey, Flight<GetItemResponse>> led = new HashMap<>();

  private final List<Awaited> awaited = new ArrayList<>();

  /** What another caller's batch has left unprocessed. */
  private final Map<ItemKey, Map<String, AttributeValue>> leftOut = new LinkedHashMap<>();

  private Map<ItemKey, Map<String, AttributeValue>> wanted;
  private KeyedProjection sent;
  private int besides; // keys that are read consistently for the sake of others in the batch
  private int waits;
  private boolean any;

  /** What another caller reads, and its key as this one has written it. */
  private record Awaited(Flight<GetItemResponse> flight, Map<String, AttributeValue> key) {}

  private BatchPart(
      CachingTables tables, TableKeys tableKeys, Map<ItemKey, Map<String, AttributeValue>> keys) {
    this.tables = tables;
    this.store = tables.store();
    this.tableKeys = tableKeys;
    this.wanted = keys;
    this.projection = Projection.of(tableKeys.requested());
    this.sent = tableKeys.requestedProjection();
  }

  /** Null if nothing of it may come from memory, or DynamoDB will refuse it. */
  static @Nullable BatchPart of(
      CachingTables tables, CachedTable table, KeysAndAttributes requested) {
    if (Boolean.TRUE.equals(requested.consistentRead()) || requested.hasAttributesToGet()) {
      requested.keys().forEach(key -> tables.store().bypassed(table));
      return null;
    }
    TableKeys tableKeys = new TableKeys(table, requested);
    Map<ItemKey, Map<String, AttributeValue>> keys = tableKeys.keys();
    return keys.isEmpty() ? null : new BatchPart(tables, tableKeys, keys);
  }

  /**
   * Takes from memory what is there, and joins the reads of others.
   *
   * @return what is to be read; null if nothing is
   */
  @Nullable KeysAndAttributes look() {
    List<Map<String, AttributeValue>> rest = new ArrayList<>();
    Map<ItemKey, Map<String, AttributeValue>> popular = new LinkedHashMap<>();
    int together = wanted.size();
    wanted.forEach(
        (key, written) -> {
          GetItemResponse hit = store.hit(key, projection);
          if (hit != null) {
            take(hit);
          } else if (waits > 0 || store.isPopular(key, projection, together)) {
            popular.put(key, written);
          } else {
            rest.add(written);
          }
        });
    wanted = new LinkedHashMap<>();
    KeyedProjection keyed = popular.isEmpty() ? null : tableKeys.keyed();
    if (keyed == null) {
      rest.addAll(popular.values());
    } else {
      popular.forEach((key, written) -> share(key, written, rest::add));
    }
    if (keyed == null || led.isEmpty()) {
      return rest.isEmpty() ? null : tableKeys.of(rest);
    }
    sent = keyed;
    besides = rest.size() - led.size();
    return tableKeys.filling(rest, keyed);
  }

  private void take(GetItemResponse response) {
    any = true;
    if (response.hasItem()) {
      items.add(response.item());
    }
  }

  /** Joins another caller's read of an item, or leads one that is part of this batch. */
  private void share(
      ItemKey key,
      Map<String, AttributeValue> written,
      Consumer<Map<String, AttributeValue>> reading) {
    Reading<GetItemResponse> begun = store.reading(tableKeys.table(), key, projection);
    Flight<GetItemResponse> flight =
        waits < SharedRead.WAITS_MAX
            ? store.flight(begun, tables.async())
            : store.flightAlone(begun, tables.async());
    if (!flight.isLedBy(begun)) {
      awaited.add(new Awaited(flight, OwnBytes.of(written)));
      return;
    }
    tables.call().hold(flight::abandoned);
    GetItemResponse there = store.hit(key, projection);
    if (there != null) { // the flight before this one has just landed
      flight.abandoned();
      take(there);
      return;
    }
    store.missed(key);
    led.put(key, flight);
    reading.accept(written);
  }

  /**
   * Takes what DynamoDB has answered. What belongs in memory is stored, and those who wait for it
   * are told.
   *
   * @param read what it has answered for this table
   * @param left what it has not processed; null for nothing
   */
  void answered(List<Map<String, AttributeValue>> read, @Nullable KeysAndAttributes left) {
    for (Map<String, AttributeValue> item : read) {
      Map<String, AttributeValue> shown = sent.strip(item);
      items.add(shown);
      Flight<GetItemResponse> flight = led(item);
      if (flight != null) {
        landed(flight, shown);
      } else {
        readBeside(shown);
      }
    }
    if (left != null) {
      for (Map<String, AttributeValue> key : left.keys()) {
        unprocessed.add(key);
        Flight<GetItemResponse> flight = led(key);
        if (flight != null) {
          flight.unprocessed();
        } else {
          besides--;
        }
      }
    }
    led.values().forEach(missing -> landed(missing, null));
    led.clear();
    while (besides > 0) {
      readBeside(null);
    }
  }

  /** Notes an item that is read consistently, if it is for the sake of others in the batch. */
  private void readBeside(@Nullable Map<String, AttributeValue> item) {
    if (besides > 0) {
      besides--;
      store.besideFills(tableKeys.table(), Projection.answer(item));
    }
  }

  private @Nullable Flight<GetItemResponse> led(Map<String, AttributeValue> attributes) {
    ItemKey key = led.isEmpty() ? null : tableKeys.table().key(attributes);
    return key == null ? null : led.remove(key);
  }

  private void landed(Flight<GetItemResponse> flight, @Nullable Map<String, AttributeValue> item) {
    GetItemResponse response = Projection.answer(item);
    store.fetched(flight.reading(), response, false);
    flight.landed(new Reply<>(response, flight.reading().since()));
  }

  /**
   * The batch has failed: for those who wait for its items, too, if DynamoDB could not serve it.
   * They read anew if it was refused, since that may be for another item or table, or because its
   * caller may not read batches.
   */
  void failed(Throwable failure) {
    boolean unserved = isThrottled(failure) || isOfServer(failure);
    for (Flight<GetItemResponse> flight : led.values()) {
      if (unserved) {
        flight.failed(failure);
      } else {
        flight.abandoned();
      }
    }
    led.clear();
    besides = 0; // nothing was read
  }

  static boolean isThrottled(Throwable failure) {
    return failure instanceof SdkServiceException refusal && refusal.isThrottlingException();
  }

  private static boolean isOfServer(Throwable failure) {
    return failure instanceof SdkServiceException refusal && refusal.statusCode() >= SERVER_ERRORS;
  }

  /** Waits for what others read. */
  Flow<Done> others() {
    Flow<Done> all = Flow.done();
    for (Awaited each : awaited) {
      all = all.then(done -> Flow.ask(each.flight())).then(landing -> landed(each, landing));
    }
    awaited.clear();
    waits++;
    return all;
  }

  /** A batch does not fail for an item that is throttled. */
  private Flow<Done> landed(Awaited each, Landing<GetItemResponse> landing) {
    ItemKey key = each.flight().reading().key();
    Throwable failure = landing instanceof Failed<GetItemResponse> failed ? failed.failure() : null;
    if (landing instanceof Reply<GetItemResponse> landed
        && store.isFresh(tableKeys.table(), landed.since())) {
      store.shared(key, projection, landed.response());
      take(landed.response());
    } else if (landing instanceof Unprocessed<GetItemResponse>) {
      leftOut.put(key, each.key());
    } else if (failure != null && isThrottled(failure)) {
      unprocessed.add(each.key());
    } else if (failure != null && isOfServer(failure)) {
      return Flow.failed(failure);
    } else {
      wanted.put(key, each.key());
    }
    return Flow.done();
  }

  /** Whether memory or other callers have told it of an item. */
  boolean hasAny() {
    return any;
  }

  /**
   * Ends a round. DynamoDB leaves no key of a batch unprocessed that gets nothing else: such a
   * batch asks for the key itself.
   *
   * @param isAnyGot whether the batch has got anything, of whatever table
   */
  void leave(boolean isAnyGot) {
    if (isAnyGot) {
      unprocessed.addAll(leftOut.values());
    } else {
      wanted.putAll(leftOut);
    }
    leftOut.clear();
  }

  /** Whether nothing is left. */
  boolean isOver() {
    return wanted.isEmpty();
  }

  /** The items for the caller. */
  List<Map<String, AttributeValue>> items() {
    return items;
  }

  /** What was not processed, in the caller's words; null for nothing. */
  @Nullable KeysAndAttributes left() {
    return unprocessed.isEmpty() ? null : tableKeys.of(unprocessed);
  }
}
