package dev.evenkeel.timeseries.internal.plan.ledger;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The ledger of one series in a control table. Reads are consistent. Entries of tables are written
 * only under a lease whose fence is no smaller than the one that is stored, so a paused holder
 * cannot overwrite its successor.
 */
public final class Ledger {
  private static final String UNFENCED = "attribute_not_exists(#fence) OR #fence <= :fence";

  /** Optional attributes of an entry. */
  private static final List<String> MAYBE =
      List.of(LedgerFormat.ID, LedgerFormat.CREATED, LedgerFormat.LACKING, LedgerFormat.FROZEN);

  private final String controlTable;
  private final String series;

  public Ledger(String controlTable, String series) {
    this.controlTable = controlTable;
    this.series = series;
  }

  /** Where the lease of the series is kept. */
  public Lease.Key lease() {
    return new Lease.Key(controlTable, LedgerFormat.key(series, LedgerFormat.LEASE));
  }

  /** Reads all of it: one query, by its size. */
  public Flow<LedgerView> read() {
    return ControlQuery.partition(controlTable, series).map(this::view);
  }

  private LedgerView view(List<Map<String, AttributeValue>> items) {
    List<LedgerEntry> entries = new ArrayList<>();
    Instant latest = null;
    for (Map<String, AttributeValue> item : items) {
      String sort = requireNonNull(item.get(LedgerFormat.SORT)).s();
      try {
        if (sort.startsWith(LedgerFormat.TABLE_PREFIX)) {
          entries.add(LedgerFormat.read(item));
        } else if (sort.equals(LedgerFormat.CLOCK)) {
          latest = LedgerFormat.readClock(item);
        }
      } catch (IllegalArgumentException e) {
        throw LifecycleException.newerLedger(
            controlTable, series, sort, String.valueOf(e.getMessage()));
      }
    }
    return new LedgerView(entries, latest);
  }

  /**
   * Writes what is known of a table; attributes that are not this version's stay.
   *
   * @return the written entry, with the fence of the lease
   */
  public Flow<LedgerEntry> write(LedgerEntry known, Lease lease) {
    LedgerEntry entry = known.fencedBy(lease.fence());
    Update update = setting(entry);
    UpdateItemRequest request =
        UpdateItemRequest.builder()
            .tableName(controlTable)
            .key(update.key())
            .updateExpression(update.updateExpression())
            .conditionExpression(update.conditionExpression())
            .expressionAttributeNames(update.expressionAttributeNames())
            .expressionAttributeValues(update.expressionAttributeValues())
            .build();
    return TableCall.update(request)
        .map(answer -> entry)
        .recover(failure -> onFenceFailure(failure, lease));
  }

  /**
   * The same in one transaction with changes of other items in the control table: all or nothing.
   *
   * @param others without conditions of their own
   */
  public Flow<LedgerEntry> write(LedgerEntry known, Lease lease, List<TransactWriteItem> others) {
    LedgerEntry entry = known.fencedBy(lease.fence());
    List<TransactWriteItem> items = new ArrayList<>();
    items.add(TransactWriteItem.builder().update(setting(entry)).build());
    items.addAll(others);
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder().transactItems(items).build();
    return WriteConflicts.repeated(() -> TableCall.transactWrite(request))
        .map(answer -> entry)
        .recover(failure -> onFenceFailure(failure, lease));
  }

  private Update setting(LedgerEntry entry) {
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    List<String> sets = new ArrayList<>();
    LedgerFormat.write(entry)
        .forEach(
            (name, value) -> {
              names.put("#" + name, name);
              values.put(":" + name, value);
              sets.add("#%s = :%s".formatted(name, name));
            });
    List<String> removes = new ArrayList<>();
    for (String name : MAYBE) {
      if (names.putIfAbsent("#" + name, name) == null) {
        removes.add("#" + name);
      }
    }
    return Update.builder()
        .tableName(controlTable)
        .key(LedgerFormat.key(series, sort(entry)))
        .updateExpression(
            "SET "
                + String.join(", ", sets)
                + (removes.isEmpty() ? "" : " REMOVE " + String.join(", ", removes)))
        .conditionExpression(UNFENCED)
        .expressionAttributeNames(names)
        .expressionAttributeValues(values)
        .build();
  }

  /** Takes out a table that is gone. */
  public Flow<Done> forget(LedgerEntry entry, Lease lease) {
    DeleteItemRequest request =
        DeleteItemRequest.builder()
            .tableName(controlTable)
            .key(LedgerFormat.key(series, sort(entry)))
            .conditionExpression(UNFENCED)
            .expressionAttributeNames(Map.of("#fence", LedgerFormat.FENCE))
            .expressionAttributeValues(
                Map.of(":fence", AttributeValue.fromN(Long.toString(lease.fence()))))
            .build();
    return TableCall.delete(request)
        .map(answer -> Done.DONE)
        .recover(failure -> onFenceFailure(failure, lease));
  }

  private static String sort(LedgerEntry entry) {
    return LedgerFormat.TABLE_PREFIX + entry.tableName();
  }

  private <T> Flow<T> onFenceFailure(Throwable failure, Lease lease) {
    return WriteConflicts.onFenceFailure(
        failure,
        lease,
        "Control table '%s' has a greater fence for '%s' than its lease gave out: was the item of the lease deleted?"
            .formatted(controlTable, series));
  }

  /** Stores the latest instant that a run saw. */
  public Flow<Done> recordTime(Instant now) {
    UpdateItemRequest request =
        clock(now).conditionExpression("attribute_not_exists(#seen) OR #seen < :seen").build();
    return TableCall.unlessRefused(TableCall.update(request));
  }

  /** Stores this instant, even if it is earlier than the latest. */
  public Flow<Done> acceptClock(Instant now) {
    return TableCall.update(clock(now).build()).map(answer -> Done.DONE);
  }

  /** Whole seconds, whose texts sort as their times do. */
  private UpdateItemRequest.Builder clock(Instant now) {
    Map<String, AttributeValue> item =
        LedgerFormat.write(Instant.ofEpochSecond(now.getEpochSecond()));
    return UpdateItemRequest.builder()
        .tableName(controlTable)
        .key(LedgerFormat.key(series, LedgerFormat.CLOCK))
        .updateExpression("SET #format = :format, #seen = :seen")
        .expressionAttributeNames(
            Map.of("#format", StoredAttributes.FORMAT, "#seen", LedgerFormat.SEEN))
        .expressionAttributeValues(
            Map.of(
                ":format",
                item.get(StoredAttributes.FORMAT),
                ":seen",
                item.get(LedgerFormat.SEEN)));
  }

  /**
   * The ledger of one series.
   *
   * @param entries of its tables
   * @param latest the latest time of a run; null before the first
   */
  public record LedgerView(List<LedgerEntry> entries, @Nullable Instant latest) {
    /** Copies the list. */
    public LedgerView {
      entries = List.copyOf(entries);
    }
  }
}
