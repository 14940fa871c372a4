package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.LayoutFormatException;
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
    return notedAt(change.table());
  }

  /** Leaves a note where the record leads already, as a library from before notes did not. */
  Flow<Done> noted(LayoutRecord record) {
    return notedAt(record.base().table());
  }

  private Flow<Done> notedAt(@Nullable OtherTable table) {
    LayoutTable into = other(table);
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
    LayoutTable now = change.moves() ? other(seen.base().table()) : null;
    LayoutTable into = other(change.table());
    return requireNone()
        .then(done -> into == null ? Flow.done() : requireNoneTo(into))
        .then(done -> into == null ? Flow.done() : requireNoRecord(into))
        .then(done -> now == null ? Flow.done() : requireUnchanged(now));
  }

  /** Sees to it that no record of another table leads to this one. */
  Flow<Done> requireNone() {
    return requireNoneTo(records);
  }

  /**
   * The other tables whose records lead to this one. One whose record cannot be read counts: it
   * may. A query of notes and a read for each.
   */
  Flow<List<String>> names() {
    return sources(records)
        .then(tables -> Flow.failFast(tables.stream().map(this::nameIfItLeadsHere).toList()))
        .map(names -> names.stream().flatMap(List::stream).toList());
  }

  private Flow<List<String>> nameIfItLeadsHere(LayoutTable from) {
    return from.readOfAny(first)
        .map(record -> record.leadsTo(records.table()))
        .recover(LayoutFormatException.class, unreadable -> Flow.of(true))
        .map(leads -> leads ? List.of(from.table()) : List.of());
  }

  private @Nullable LayoutTable other(@Nullable OtherTable table) {
    OtherTable other = OtherTable.unlessOwn(records.table(), table);
    return other == null ? null : of(other.name());
  }

  private LayoutTable of(String table) {
    return new LayoutTable(records.control(), table, records.clock());
  }

  private Flow<Done> requireNoneTo(LayoutTable to) {
    return sources(to)
        .then(
            leading ->
                Flow.failFast(leading.stream().map(from -> requireElsewhere(from, to)).toList()))
        .map(all -> Done.DONE);
  }

  /** The other tables of which a note says that they lead to one. */
  private Flow<List<LayoutTable>> sources(LayoutTable to) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(to.control())
            .consistentRead(true)
            .keyConditionExpression("pk = :table AND begins_with(sk, :from)")
            .expressionAttributeValues(
                Map.of(
                    ":table", AttributeValue.fromS(to.partition()),
                    ":from", AttributeValue.fromS(FROM)))
            .build();
    return TableCall.queryAll(query)
        .map(
            notes ->
                notes.stream()
                    .map(note -> requireNonNull(note.get("sk")).s().substring(FROM.length()))
                    .filter(from -> !from.equals(records.table()))
                    .map(this::of)
                    .toList());
  }

  private Flow<Done> requireElsewhere(LayoutTable from, LayoutTable to) {
    return from.readOfAny(first)
        .then(
            record ->
                record.leadsTo(to.table())
                    ? refused(
                        record.change() != null
                            ? underWay(from, to)
                            : to.equals(records) ? ended(from) : taken(from, to))
                    : Flow.done());
  }

  private static String underWay(LayoutTable from, LayoutTable to) {
    return "Items of table '%s' are being moved to or from '%s', or are about to be. Complete that move first: 'evenkeel reshard status' for '%s' says what comes next. Or give it up with 'evenkeel layout abort', as long as it is ANNOUNCED."
        .formatted(from.table(), to.table(), from.table());
  }

  private static String taken(LayoutTable from, LayoutTable to) {
    return "Table '%s' holds the items of table '%s', whose record leads there. Take another table."
        .formatted(to.table(), from.table());
  }

  private String ended(LayoutTable from) {
    return "It holds the items of table '%s', and clients that name that go by its record: they would not find what is changed by another. %s"
        .formatted(from.table(), wayOut(from, records));
  }

  /** How one record is left of two. */
  private static String wayOut(LayoutTable from, LayoutTable to) {
    return "Have all clients name '%s', with a spec that says what 'evenkeel layout show' lists for '%s': shards, pieces of keys and raised counts. Then delete table '%s', and last its record: %s."
        .formatted(to.table(), from.table(), from.table(), item(from));
  }

  private Flow<Done> requireNoRecord(LayoutTable into) {
    return into.readOfAny(first)
        .then(
            record ->
                record.version() > first.version()
                    ? refused(
                        "Table '%s' has a record of its own, and clients that name it would not find what is moved by this one. Take another table; or, if no client names '%s', delete its record: %s. A move to it that was announced is given up with 'evenkeel layout abort'."
                            .formatted(into.table(), into.table(), item(into)))
                    : Flow.done());
  }

  /** A record that was only made READY hides nothing, and cannot change meanwhile. */
  private Flow<Done> requireUnchanged(LayoutTable now) {
    return now.readOfAny(first)
        .then(
            record ->
                record.base().isEmpty() && record.change() == null
                    ? Flow.done()
                    : refused(
                        "Table '%s' holds its items, and has a record that was changed: clients that name that table go by it. Move them by that record. %s"
                            .formatted(now.table(), wayOut(records, now))));
  }

  private static String item(LayoutTable table) {
    return "the item with pk '%s' and sk '%s' of table '%s'"
        .formatted(table.partition(), LayoutTable.RECORD, table.control());
  }

  private Flow<Done> refused(String why) {
    return Flow.failed(new LayoutChangeException(Reason.OTHER_RECORD, records.table(), why));
  }
}
