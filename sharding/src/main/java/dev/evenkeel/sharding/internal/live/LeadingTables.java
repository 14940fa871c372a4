package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Tables whose records lead to another table. After a move, clients that name the old table go by
 * its record alone, and those that name the new one by that table's. What one record changed,
 * clients of the other would not find. So a table that another leads to has no changes of its own,
 * and nothing is moved into a table that has a record.
 *
 * <p>A move leaves a note beside the record of the table that it leads to, is announced, and then
 * looks whether that has a record. A change of that table is written to its record first, be it as
 * READY, and then looks for notes. So whichever of the two is later sees the other.
 *
 * @param records of the table that is changed
 * @param first the record of a table that has none
 */
public record LeadingTables(LayoutTable records, LayoutRecord first) {
  private static final String FROM = "from#";

  /** Leaves a note where a move leads. One of a move that is given up does no harm. */
  Flow<Done> noted(Change change) {
    LayoutTable into = other(change.table());
    return into == null
        ? Flow.done()
        : TableCall.put(
                PutItemRequest.builder()
                    .tableName(records.control())
                    .item(LayoutTable.key(into.partition(), FROM + records.table()))
                    .build())
            .map(put -> Done.DONE);
  }

  /**
   * Sees to it that clients which name another table would not miss a change. A query of notes and
   * a read for each; for a move into another table as much again, and a read for its record.
   *
   * @param seen the record before the change
   * @throws LayoutChangeException if the record of another table leads to the same items
   */
  public Flow<Done> require(LayoutRecord seen, Change change) {
    LayoutTable now = other(seen.base().table());
    LayoutTable into = other(change.table());
    return requireNone()
        .then(done -> into == null ? Flow.done() : requireNoneTo(into))
        .then(done -> into == null ? Flow.done() : requireNoRecord(into))
        .then(done -> now == null ? Flow.done() : requireNoRecord(now));
  }

  /** Sees to it that no record of another table leads to this one. */
  Flow<Done> requireNone() {
    return requireNoneTo(records);
  }

  private @Nullable LayoutTable other(@Nullable OtherTable table) {
    return table == null || table.name().equals(records.table()) ? null : of(table.name());
  }

  private LayoutTable of(String table) {
    return new LayoutTable(records.control(), table, records.clock());
  }

  private Flow<Done> requireNoneTo(LayoutTable to) {
    return noted(to, null, List.of())
        .then(
            leading ->
                Flow.failFast(
                    leading.stream().map(from -> requireElsewhere(from, to.table())).toList()))
        .map(all -> Done.DONE);
  }

  /** The other tables of which a note says that they lead to one. */
  private Flow<List<LayoutTable>> noted(
      LayoutTable to, @Nullable Map<String, AttributeValue> after, List<LayoutTable> before) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(to.control())
            .consistentRead(true)
            .keyConditionExpression("pk = :table AND begins_with(sk, :from)")
            .expressionAttributeValues(
                Map.of(
                    ":table", AttributeValue.fromS(to.partition()),
                    ":from", AttributeValue.fromS(FROM)))
            .exclusiveStartKey(after)
            .build();
    return TableCall.query(query)
        .then(
            page -> {
              List<LayoutTable> all = new ArrayList<>(before);
              page.items().stream()
                  .map(note -> requireNonNull(note.get("sk")).s().substring(FROM.length()))
                  .filter(from -> !from.equals(records.table()))
                  .forEach(from -> all.add(of(from)));
              return LayoutTable.goesOn(page)
                  ? noted(to, page.lastEvaluatedKey(), all)
                  : Flow.of(all);
            });
  }

  private Flow<Done> requireElsewhere(LayoutTable from, String to) {
    return from.readOfAny(first)
        .then(
            record ->
                record.leadsTo(to)
                    ? refused(
                        "Clients that name table '%s' find their items in '%s' by the record of '%s', and would not find what is changed by another. Have all clients name '%s', then delete table '%s', and last its record: %s."
                            .formatted(
                                from.table(), to, from.table(), to, from.table(), item(from)))
                    : Flow.done());
  }

  private Flow<Done> requireNoRecord(LayoutTable into) {
    return into.readOfAny(first)
        .then(
            record ->
                record.version() > first.version()
                    ? refused(
                        "Table '%s' has a record of its own, and clients that name it would not find what is moved by this one. Take another table. Or, if no client names '%s', delete its record: %s."
                            .formatted(into.table(), into.table(), item(into)))
                    : Flow.done());
  }

  private static String item(LayoutTable table) {
    return "the item with pk '%s' and sk '%s' of table '%s'"
        .formatted(table.partition(), LayoutTable.RECORD, table.control());
  }

  private Flow<Done> refused(String why) {
    return Flow.failed(new LayoutChangeException(Reason.OTHER_RECORD, records.table(), why));
  }
}
