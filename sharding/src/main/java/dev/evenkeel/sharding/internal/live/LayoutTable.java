package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The items of one table's layout in a control table: the record, and the rows of clients. All
 * reads are consistent.
 *
 * @param control the control table
 * @param table the table whose layout it is
 * @param clock by which a record says when it was written
 */
public record LayoutTable(String control, String table, Supplier<Instant> clock) {
  /** Rows are spread over so many keys, so that beats of many clients heat none. */
  static final int ROW_KEYS = 16;

  static final String RECORD = "record";
  private static final String BY = "by";

  /**
   * A record as it is stored.
   *
   * @param since when it was written, by the clock of who wrote it; null if it does not say. For
   *     people only: no wait of the protocol compares clocks
   * @param by who has written it; null if it does not say
   */
  public record Dated(LayoutRecord record, @Nullable Instant since, @Nullable String by) {}

  /** Refuses a table as its own control table: rows of the record would be items of the data. */
  public LayoutTable {
    if (control.equals(table)) {
      throw new IllegalArgumentException(
          "Table '%s' cannot hold its own layout record: give the layout store a table of its own."
              .formatted(table));
    }
  }

  /** The record; {@code first} if there is none yet. */
  public Flow<LayoutRecord> read(LayoutRecord first) {
    return dated(first).map(Dated::record);
  }

  /** The record and when it was written; {@code first} if there is none yet. */
  Flow<Dated> dated(LayoutRecord first) {
    return datedOfAny(first).map(found -> ofSpec(found, first));
  }

  /** The record, whatever spec it was made for; {@code first} if there is none yet. */
  Flow<LayoutRecord> readOfAny(LayoutRecord first) {
    return datedOfAny(first).map(Dated::record);
  }

  private Flow<Dated> datedOfAny(LayoutRecord first) {
    GetItemRequest get =
        GetItemRequest.builder()
            .tableName(control)
            .key(key(partition(), RECORD))
            .consistentRead(true)
            .build();
    return TableCall.get(get)
        .map(
            answer ->
                answer.hasItem()
                    ? new Dated(
                        LayoutFormat.record(table, answer.item()),
                        LayoutFormat.since(answer.item()),
                        by(answer.item().get(BY)))
                    : new Dated(first, null, null));
  }

  private static @Nullable String by(@Nullable AttributeValue value) {
    return value == null ? null : value.s();
  }

  private Dated ofSpec(Dated found, LayoutRecord first) {
    LayoutRecord read = found.record();
    if (!read.spec().equals(first.spec())) {
      throw new LayoutFormatException(
          table,
          "cannot be acted on by this client: it was made for %s, and this spec says %s"
              .formatted(
                  different(read.spec(), first.spec()), different(first.spec(), read.spec())),
          "All clients and commands of the table need the same spec, and a store with the same times: those of a command are --lease and --late");
    }
    return found;
  }

  /** What one layout says and another does not. */
  private static String different(String spec, String other) {
    List<String> same = List.of(other.split("\\|"));
    return Stream.of(spec.split("\\|"))
        .filter(part -> !same.contains(part))
        .collect(Collectors.joining(", ", "'", "'"));
  }

  /**
   * Writes the next record upon the one that was read.
   *
   * @return whether {@code next} is the record now; false if another came between
   */
  Flow<Boolean> swap(LayoutRecord seen, LayoutRecord next) {
    return swap(seen, next, null);
  }

  /**
   * The same, where many may want to write the very same record at a time.
   *
   * @param by who writes it, as nobody else calls itself; null if it does not matter who was first
   * @return false, too, if another has written {@code next}
   */
  Flow<Boolean> swap(LayoutRecord seen, LayoutRecord next, @Nullable String by) {
    Map<String, AttributeValue> item = new LinkedHashMap<>(key(partition(), RECORD));
    item.putAll(LayoutFormat.item(next, clock.get()));
    if (by != null) {
      item.put(BY, AttributeValue.fromS(by));
    }
    boolean first = seen.version() == 1;
    PutItemRequest.Builder put =
        PutItemRequest.builder()
            .tableName(control)
            .item(item)
            .conditionExpression(first ? "attribute_not_exists(#version)" : "#version = :seen")
            .expressionAttributeNames(Map.of("#version", LayoutFormat.VERSION));
    if (!first) {
      put.expressionAttributeValues(
          Map.of(":seen", AttributeValue.fromN(Long.toString(seen.version()))));
    }
    return TableCall.put(put.build())
        .map(answer -> true)
        .recover(
            failure ->
                dated(seen)
                    .then(
                        found ->
                            found.record().equals(next)
                                ? Flow.of(by == null || by.equals(found.by()))
                                : found.record().version() == seen.version()
                                    ? Flow.failed(failure)
                                    : Flow.of(false)));
  }

  /** Says that a client is there. */
  Flow<Done> beat(Registration row) {
    return beat(row, "", Map.of(), Map.of());
  }

  /**
   * The same, and that it has taken note of no pause. An acknowledgement is a version, which a
   * record that was set back reaches once more.
   */
  Flow<Done> beatUnacknowledged(Registration row) {
    return beat(
        row, ", #ack = :none", Map.of("#ack", "ack"), Map.of(":none", AttributeValue.fromN("0")));
  }

  private Flow<Done> beat(
      Registration row,
      String more,
      Map<String, String> moreNames,
      Map<String, AttributeValue> moreValues) {
    Map<String, String> names = new HashMap<>(moreNames);
    names.putAll(Map.of("#beat", "beat", "#host", "host", "#library", "library"));
    Map<String, AttributeValue> values = new HashMap<>(moreValues);
    values.putAll(
        Map.of(
            ":beat", AttributeValue.fromN(Long.toString(row.beat())),
            ":host", AttributeValue.fromS(row.host()),
            ":library", AttributeValue.fromS(row.library())));
    return update(
        row,
        "attribute_not_exists(#beat) OR #beat <= :beat",
        "SET #beat = :beat, #host = :host, #library = :library" + more,
        names,
        values);
  }

  /** Says that a client has taken note of a pause. */
  Flow<Done> acknowledge(Registration row) {
    return update(
        row,
        "attribute_not_exists(#ack) OR #ack <= :ack",
        "SET #ack = :ack",
        Map.of("#ack", "ack"),
        Map.of(":ack", AttributeValue.fromN(Long.toString(row.ack()))));
  }

  /**
   * Updates a row. One that comes late, after the next of its kind, has nothing to say any more.
   */
  private Flow<Done> update(
      Registration row,
      String notLate,
      String expression,
      Map<String, String> names,
      Map<String, AttributeValue> values) {
    UpdateItemRequest update =
        UpdateItemRequest.builder()
            .tableName(control)
            .key(rowKey(row.id()))
            .conditionExpression(notLate)
            .updateExpression(expression)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build();
    return TableCall.unlessRefused(TableCall.update(update));
  }

  Flow<Done> delete(Registration row) {
    DeleteItemRequest delete =
        DeleteItemRequest.builder().tableName(control).key(rowKey(row.id())).build();
    return TableCall.delete(delete).map(answer -> Done.DONE);
  }

  /** Deletes the row of a client that has fallen silent, unless it has beaten since it was read. */
  public Flow<Done> forget(Registration row) {
    boolean isBare = row.beat() == 0;
    DeleteItemRequest.Builder delete =
        DeleteItemRequest.builder()
            .tableName(control)
            .key(rowKey(row.id()))
            .conditionExpression(isBare ? "attribute_not_exists(#beat)" : "#beat = :beat")
            .expressionAttributeNames(Map.of("#beat", "beat"));
    if (!isBare) {
      delete.expressionAttributeValues(
          Map.of(":beat", AttributeValue.fromN(Long.toString(row.beat()))));
    }
    return TableCall.unlessRefused(TableCall.delete(delete.build()));
  }

  /** All rows. Costs a read unit or more for each of {@value #ROW_KEYS} keys. */
  public Flow<List<Registration>> rows() {
    List<Flow<List<Registration>>> keys = new ArrayList<>();
    for (int i = 0; i < ROW_KEYS; i++) {
      QueryRequest query =
          QueryRequest.builder()
              .tableName(control)
              .consistentRead(true)
              .keyConditionExpression("pk = :clients")
              .expressionAttributeValues(Map.of(":clients", AttributeValue.fromS(clients(i))))
              .build();
      keys.add(all(query, row -> LayoutFormat.row(table, row), List.of()));
    }
    return Flow.failFast(keys).map(lists -> lists.stream().flatMap(List::stream).toList());
  }

  /** What the items of all pages say, behind those of pages before. */
  static <T> Flow<List<T>> all(
      QueryRequest query, Function<Map<String, AttributeValue>, T> read, List<T> before) {
    return TableCall.query(query)
        .then(
            page -> {
              List<T> all = new ArrayList<>(before);
              page.items().forEach(item -> all.add(read.apply(item)));
              Map<String, AttributeValue> last = page.lastEvaluatedKey();
              return last.isEmpty()
                  ? Flow.of(all)
                  : all(query.toBuilder().exclusiveStartKey(last).build(), read, all);
            });
  }

  private Map<String, AttributeValue> rowKey(String id) {
    return key(clients(Math.floorMod(id.hashCode(), ROW_KEYS)), id);
  }

  private String clients(int number) {
    return table + "#clients#" + number;
  }

  /** The partition key of what is known of the table. */
  String partition() {
    return table + "#layout";
  }

  static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort));
  }
}
