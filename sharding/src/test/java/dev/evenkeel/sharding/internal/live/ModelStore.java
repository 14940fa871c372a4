package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.spec.Pieces;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * A control table that knows the requests of layouts and no others. Its contents, the requests and
 * the answers have numbers, and what comes of a request to given contents is found once.
 */
final class ModelStore {
  static final AttributeValue KEY = AttributeValue.fromS("hot");
  static final Pieces BY_SPEC = Pieces.shards(1);
  static final LayoutRecord FIRST = LayoutRecord.first("spec");
  static final LayoutTable TABLE = new LayoutTable("control", "t", () -> Instant.EPOCH);

  /** The control table that is there at first, and the one that is put in its place. */
  static final String CONTROL = "c0";

  private static final String RESTORED = "c1";

  private static final String RECORD = "t#layout/record";

  /** Where the identity of the control table lies among the items, once it is another one. */
  private static final String IDENTITY = "#/identity";

  static final QueryResponse NO_ROWS =
      QueryResponse.builder().items(List.of()).count(0).scannedCount(0).build();

  private final List<Contents> contents = new ArrayList<>();
  private final Map<String, Integer> contentNumbers = new HashMap<>();
  private final List<DynamoDbRequest> requests = new ArrayList<>();
  private final List<String> requestTexts = new ArrayList<>();
  private final Map<String, Integer> requestNumbers = new HashMap<>();
  private final List<Object> answers = new ArrayList<>();
  private final Map<String, Integer> answerNumbers = new HashMap<>();
  private final Map<Long, Served> served = new HashMap<>();
  private final int keys;

  /** All items at a time, and the place of each sort key by the record among them. */
  record Contents(
      Map<String, Map<String, AttributeValue>> items, LayoutRecord record, List<Integer> places) {}

  /** What came of a request. */
  record Served(int contents, int answer) {}

  ModelStore(int keys) {
    this.keys = keys;
    add(new TreeMap<>());
  }

  /** Contents 0 are none. */
  Contents contents(int number) {
    return contents.get(number);
  }

  Object answer(int number) {
    return answers.get(number);
  }

  String text(int request) {
    return requestTexts.get(request);
  }

  int number(DynamoDbRequest request) {
    int number = number(request, requests, requestNumbers);
    if (number == requestTexts.size()) {
      requestTexts.add(
          request.toString().replace("AttributeValue", "").replace("TableName=control, ", ""));
    }
    return number;
  }

  private static <T> int number(T what, List<T> all, Map<String, Integer> numbers) {
    return numbers.computeIfAbsent(
        what.toString(),
        text -> {
          all.add(what);
          return all.size() - 1;
        });
  }

  static boolean isWrite(DynamoDbRequest request) {
    return !(request instanceof GetItemRequest
        || request instanceof QueryRequest
        || request instanceof ScanRequest
        || request instanceof DescribeTableRequest);
  }

  private int add(Map<String, Map<String, AttributeValue>> items) {
    return contentNumbers.computeIfAbsent(
        items.toString(),
        text -> {
          Map<String, AttributeValue> stored = items.get(RECORD);
          LayoutRecord record = stored == null ? FIRST : LayoutFormat.record("t", stored);
          List<Integer> places =
              IntStream.range(0, keys).mapToObj(k -> placeOf(record, k)).toList();
          contents.add(new Contents(items, record, places));
          return contents.size() - 1;
        });
  }

  /**
   * The contents of a control table that was made anew with rows from before and the record now.
   */
  int restored(int now, int backup) {
    Map<String, Map<String, AttributeValue>> items = new TreeMap<>(contents.get(backup).items());
    items.put(RECORD, contents.get(now).items().get(RECORD));
    items.put(IDENTITY, LayoutTable.key("#", "identity"));
    return add(items);
  }

  /** The contents of the same control table once the record of a backup was put back there. */
  int putBack(int now, int backup) {
    Map<String, Map<String, AttributeValue>> items = new TreeMap<>(contents.get(now).items());
    items.put(RECORD, contents.get(backup).items().get(RECORD));
    return add(items);
  }

  static DescribeTableResponse described(String identity) {
    return DescribeTableResponse.builder().table(table -> table.tableId(identity)).build();
  }

  /** No model has other Regions. */
  static Flow<Done> inOneRegion(LayoutRecord seen, Change change) {
    return Flow.done();
  }

  static Pieces pieces(LayoutRecord record) {
    return record.base().keys().getOrDefault(KEY, BY_SPEC);
  }

  static @Nullable Raise raise(LayoutRecord record) {
    return record.base().raises().get(TableLayout.ITEMS);
  }

  /** How many pieces were added, or counts raised. */
  static int added(LayoutRecord record) {
    Raise raise = raise(record);
    return raise == null ? pieces(record).shardsMax() - 1 : raise.writers() - 2;
  }

  /**
   * Where an item is written. Each piece has a number of shards of its own, which is its place; of
   * drawn shards the last one is taken.
   */
  static int placeOf(LayoutRecord record, int sortKey) {
    Raise raise = raise(record);
    return raise == null ? pieces(record).at(number(sortKey)).shards() : raise.writers() - 1;
  }

  /** Whether items at a place are found by a record. */
  boolean isRead(int contentsNumber, int place, int key) {
    Raise raise = raise(contents(contentsNumber).record());
    return raise == null
        ? place == contents(contentsNumber).places().get(key)
        : place < raise.readers();
  }

  static AttributeValue number(int number) {
    return AttributeValue.fromN(Integer.toString(number));
  }

  Served serve(int before, int request) {
    return served.computeIfAbsent(
        ((long) before << 32) | request,
        both -> {
          Map<String, Map<String, AttributeValue>> items =
              new TreeMap<>(contents.get(before).items());
          Object answer = serve(items, requests.get(request));
          return new Served(add(items), number(answer, answers, answerNumbers));
        });
  }

  /** Answers a request, by what the items are then; an exception is an answer, too. */
  static Object serve(Map<String, Map<String, AttributeValue>> items, DynamoDbRequest request) {
    if (request instanceof GetItemRequest get) {
      Map<String, AttributeValue> item = items.get(place(get.key()));
      return item == null
          ? GetItemResponse.builder().build()
          : GetItemResponse.builder().item(item).build();
    }
    if (request instanceof DescribeTableRequest) {
      return described(items.containsKey(IDENTITY) ? RESTORED : CONTROL);
    }
    if (request instanceof QueryRequest query) {
      Map<String, AttributeValue> values = query.expressionAttributeValues();
      String begin =
          values.containsKey(":clients")
              ? values.get(":clients").s() + "/"
              : values.get(":table").s() + "/" + values.get(":from").s();
      return QueryResponse.builder()
          .items(items.values().stream().filter(item -> place(item).startsWith(begin)).toList())
          .build();
    }
    if (request instanceof PutItemRequest put) {
      Map<String, AttributeValue> there = items.get(place(put.item()));
      if (!holds(put.conditionExpression(), there, put.expressionAttributeValues())) {
        return refused();
      }
      items.put(place(put.item()), new TreeMap<>(put.item()));
      return PutItemResponse.builder().build();
    }
    if (request instanceof DeleteItemRequest delete) {
      items.remove(place(delete.key()));
      return DeleteItemResponse.builder().build();
    }
    return update(items, (UpdateItemRequest) request);
  }

  private static Object update(
      Map<String, Map<String, AttributeValue>> items, UpdateItemRequest update) {
    Map<String, AttributeValue> there = items.get(place(update.key()));
    if (!holds(update.conditionExpression(), there, update.expressionAttributeValues())) {
      return refused();
    }
    Map<String, AttributeValue> item = new TreeMap<>(there == null ? update.key() : there);
    for (String set : update.updateExpression().substring("SET ".length()).split(", ", -1)) {
      String[] sides = set.split(" = ", -1);
      item.put(
          update.expressionAttributeNames().get(sides[0]),
          update.expressionAttributeValues().get(sides[1]));
    }
    items.put(place(update.key()), item);
    return UpdateItemResponse.builder().build();
  }

  private static boolean holds(
      @Nullable String condition,
      @Nullable Map<String, AttributeValue> there,
      Map<String, AttributeValue> values) {
    if (condition == null) {
      return true;
    }
    return switch (condition) {
      case "attribute_not_exists(#version)" -> there == null;
      case "#version = :seen" -> there != null && values.get(":seen").equals(there.get("version"));
      case "attribute_not_exists(#beat) OR #beat <= :beat" -> isNotAbove(there, "beat", values);
      case "attribute_not_exists(#ack) OR #ack <= :ack" -> isNotAbove(there, "ack", values);
      default -> throw new AssertionError("unknown condition " + condition);
    };
  }

  private static boolean isNotAbove(
      @Nullable Map<String, AttributeValue> there,
      String name,
      Map<String, AttributeValue> values) {
    return there == null
        || !there.containsKey(name)
        || Long.parseLong(there.get(name).n()) <= Long.parseLong(values.get(":" + name).n());
  }

  private static ConditionalCheckFailedException refused() {
    return ConditionalCheckFailedException.builder().message("The condition failed.").build();
  }

  private static String place(Map<String, AttributeValue> item) {
    return item.get("pk").s() + "/" + item.get("sk").s();
  }
}
