package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.WorkTable;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * The record of one table's layout in a control table, beside which are the rows of clients. All
 * reads are consistent.
 *
 * @param control the control table
 * @param table the table whose layout it is
 * @param clock by which a record says when it was written
 */
public record LayoutTable(String control, String table, Supplier<Instant> clock) {
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

  /** The refusal of a step beside a change that is under way: says which, and how it ends. */
  LayoutChangeException hindered(LayoutRecord seen) {
    return new LayoutChangeException(
        Reason.OVERTAKEN,
        table,
        switch (seen.state()) {
          case MOVING ->
              "It is MOVING: its items are being moved, which cannot be given up. Complete the move first: 'evenkeel reshard status' says what comes next.";
          case ANNOUNCED ->
              "It is ANNOUNCED: a move of all its items %s was announced. Repeat the start of that move, which goes on, or give it up with 'evenkeel layout abort'."
                  .formatted(goal(requireNonNull(seen.change())));
          case PAUSED ->
              "It is PAUSED: a change holds writes back, for 10 seconds at most. Try again after that, or give the change up with 'evenkeel layout abort'.";
          case READY, SETTLED -> "Another step came first. Try again.";
        });
  }

  private static String goal(Change move) {
    OtherTable other = move.table();
    return other == null
        ? "to %d shards".formatted(move.shards())
        : "to table '%s' with %d shards".formatted(other.name(), move.shards());
  }

  /** The pass that looks at all items of a table before they are moved, and stays till the end. */
  public static WorkTable looks(String control, String table) {
    return new WorkTable(control, table + "#look");
  }

  /** The rows of clients. */
  public ClientRows clients() {
    return new ClientRows(control, table);
  }

  /**
   * The identity of the control table. One that is restored or made anew under its name has another
   * one. Sends a DescribeTable.
   */
  public Flow<String> identity() {
    return TableCall.describe(control)
        .map(
            answer -> {
              String id = answer.table().tableId();
              return id == null ? String.valueOf(answer.table().creationDateTime()) : id;
            });
  }

  /** The record; {@code first} if there is none yet. */
  public Flow<LayoutRecord> read(LayoutRecord first) {
    return dated(first).map(Dated::record);
  }

  /**
   * The record, once one was read. Versions only move up, so one that is older, or another of the
   * same version, was set back, and nothing may be done by it.
   *
   * @throws LayoutUnknownException if it was
   */
  Flow<LayoutRecord> readAgain(LayoutRecord seen) {
    return read(LayoutRecord.first(seen.spec())).map(now -> requireOnward(seen, now));
  }

  private LayoutRecord requireOnward(LayoutRecord seen, LayoutRecord now) {
    if (now.version() > seen.version() || now.equals(seen)) {
      return now;
    }
    throw LayoutUnknownException.setBackMeanwhile(table);
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
   * @throws LayoutUnknownException if the record was set back meanwhile
   */
  Flow<Boolean> swap(LayoutRecord seen, LayoutRecord next) {
    return swap(seen, next, null);
  }

  /** The same, and gives the record then: {@code next}, or what others have written. */
  Flow<LayoutRecord> swapped(LayoutRecord seen, LayoutRecord next) {
    return swap(seen, next).then(isNext -> isNext ? Flow.of(next) : readAgain(seen));
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
                dated(LayoutRecord.first(seen.spec()))
                    .then(
                        found ->
                            found.record().equals(next)
                                ? Flow.of(by == null || by.equals(found.by()))
                                : requireOnward(seen, found.record()).equals(seen)
                                    ? Flow.failed(failure)
                                    : Flow.of(false)));
  }

  /** The partition key of what is known of the table. */
  String partition() {
    return table + "#layout";
  }

  static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort));
  }
}
