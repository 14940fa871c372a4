package dev.evenkeel.sharding.internal.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;

/**
 * Tables with a partition key {@code pk} and a sort key {@code sk}, as far as the requests of a
 * move need them. Contents, requests and answers have numbers, and what comes of a request to given
 * contents is found once.
 *
 * <p>A transaction is decided at one moment. Its items may become visible one by one then: until
 * one is, reads find what was there before, and other writes of it wait. A batch is a number of
 * writes, each at its moment.
 */
final class ItemStore {
  /** Instead of an answer: the request has to wait for a transaction. */
  static final int WAITS = -2;

  /** Instead of an answer: it comes when all items are written. */
  static final int UNDER_WAY = -1;

  /** Of a request that nobody waits for. */
  static final int NOBODY = -1;

  private final boolean piecewise;
  private final boolean checksHold;
  private final Numbers<Contents> contents = new Numbers<>();
  private final Numbers<DynamoDbRequest> requests = new Numbers<>();
  private final Numbers<Object> answers = new Numbers<>();
  private final Map<String, Served> served = new HashMap<>();

  /**
   * A request that is decided, and whose items are not all written.
   *
   * @param owner who waits for its answer, {@link #NOBODY} if nobody does
   * @param left what is still to be written, by place; nothing for a delete
   * @param locks whether nobody else may write there before that
   * @param held other places where nobody may
   * @param answer the number of its answer
   */
  record Pending(
      int owner,
      SortedMap<String, Map<String, AttributeValue>> left,
      boolean locks,
      List<String> held,
      int answer) {
    boolean isAt(String place) {
      return (locks && left.containsKey(place)) || held.contains(place);
    }
  }

  /** All items at a time, by place. */
  record Contents(SortedMap<String, Map<String, AttributeValue>> items, List<Pending> pending) {
    /** Whether a transaction is about to write at a place. */
    boolean isLocked(String place) {
      return pending.stream().anyMatch(each -> each.isAt(place));
    }
  }

  /** What came of a request. */
  record Served(int contents, int answer) {}

  /**
   * @param checksHold whether an item that a transaction checks is held until all that it writes is
   *     visible
   */
  ItemStore(boolean piecewise, boolean checksHold) {
    this.piecewise = piecewise;
    this.checksHold = checksHold;
  }

  int number(Contents some) {
    return contents.number(some);
  }

  Contents contents(int number) {
    return contents.get(number);
  }

  int number(DynamoDbRequest request) {
    return requests.number(request);
  }

  DynamoDbRequest request(int number) {
    return requests.get(number);
  }

  Object answer(int number) {
    return answers.get(number);
  }

  /** The number of an answer. */
  int answered(Object answer) {
    return answers.number(answer);
  }

  /** Where an item is. */
  static String place(@Nullable String table, Map<String, AttributeValue> item) {
    return table + "/" + item.get("pk").s() + "/" + item.get("sk").s();
  }

  Served serve(int before, int request, int owner) {
    String key = before + " " + request + " " + owner;
    Served known = served.get(key);
    if (known == null) {
      known = served(contents.get(before), before, request, owner);
      served.put(key, known);
    }
    return known;
  }

  private Served served(Contents there, int before, int number, int owner) {
    DynamoDbRequest request = requests.get(number);
    if (isRead(request)) {
      Object found = ItemReads.read(there, request);
      return new Served(before, found == null ? WAITS : answers.number(found));
    }
    ItemWrites writes = ItemWrites.of(request);
    if (writes.isAtomic() && writes.places().anyMatch(there::isLocked)) {
      return new Served(before, WAITS);
    }
    if (!writes.isAllowed(there.items())) {
      return new Served(before, answers.number(writes.refused(there.items())));
    }
    int answer = answers.number(writes.answer());
    SortedMap<String, Map<String, AttributeValue>> items = new TreeMap<>(there.items());
    List<Pending> pending = new ArrayList<>(there.pending());
    if (!piecewise || writes.isSingle()) {
      writes.puts().forEach((place, item) -> write(items, place, item));
      return new Served(number(new Contents(items, pending)), answer);
    }
    pending.add(
        new Pending(
            owner,
            writes.puts(),
            writes.isAtomic(),
            checksHold ? writes.checked() : List.of(),
            answer));
    return new Served(number(new Contents(items, pending)), UNDER_WAY);
  }

  static boolean isRead(DynamoDbRequest request) {
    return !ModelStore.isWrite(request)
        || request instanceof BatchGetItemRequest
        || request instanceof TransactGetItemsRequest;
  }

  private static void write(
      SortedMap<String, Map<String, AttributeValue>> items,
      String place,
      Map<String, AttributeValue> item) {
    if (item.isEmpty()) {
      items.remove(place);
    } else {
      items.put(place, item);
    }
  }

  /** Writes one item of what is pending. */
  int written(int before, int index, String place) {
    Contents there = contents.get(before);
    Pending now = there.pending().get(index);
    SortedMap<String, Map<String, AttributeValue>> items = new TreeMap<>(there.items());
    SortedMap<String, Map<String, AttributeValue>> left = new TreeMap<>(now.left());
    write(items, place, left.remove(place));
    List<Pending> pending = new ArrayList<>(there.pending());
    pending.set(index, new Pending(now.owner(), left, now.locks(), now.held(), now.answer()));
    pending.removeIf(each -> each.left().isEmpty() && each.owner() == NOBODY);
    return number(new Contents(items, pending));
  }

  /** Forgets what is pending, of which all is written. */
  int answered(int before, int index) {
    Contents there = contents.get(before);
    List<Pending> pending = new ArrayList<>(there.pending());
    pending.remove(index);
    return number(new Contents(there.items(), pending));
  }

  /** Nobody waits any more for what these owners have asked. */
  int left(int before, int ownerMin, int ownerMax) {
    Contents there = contents.get(before);
    List<Pending> pending = new ArrayList<>(there.pending());
    pending.replaceAll(
        each ->
            each.owner() >= ownerMin && each.owner() <= ownerMax
                ? new Pending(NOBODY, each.left(), each.locks(), each.held(), each.answer())
                : each);
    pending.removeIf(each -> each.left().isEmpty() && each.owner() == NOBODY);
    return number(new Contents(there.items(), pending));
  }

  /** The contents without an item, which the table has deleted by itself. */
  int without(int before, String place) {
    Contents there = contents.get(before);
    SortedMap<String, Map<String, AttributeValue>> items = new TreeMap<>(there.items());
    items.remove(place);
    return number(new Contents(items, there.pending()));
  }
}
