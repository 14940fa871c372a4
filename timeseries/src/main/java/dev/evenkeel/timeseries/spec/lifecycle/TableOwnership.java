package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.internal.lifecycle.TableTags;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The proof that a table belongs to the series. It is asked of tables whose name is that of a
 * period table and that are not, by id, those that the ledger knows; and of each table once more
 * right before it is deleted, whatever the ledger says.
 *
 * <p>Only {@link Ownership#OURS} lets a table be touched. Return {@link Ownership#UNKNOWN} if it is
 * not known or not permitted to be read; a flow that fails leaves the table alone for this run.
 */
@FunctionalInterface
@SuppressWarnings("exports") // to be chosen from the two below, not to be implemented
public interface TableOwnership {
  /** The tag that period tables have, with the logical table as its value. */
  String TAG = "evenkeel:series";

  /** Whether the table is ours. */
  Flow<Ownership> of(Question question);

  /**
   * A table that looks like ours.
   *
   * @param series the logical table
   * @param table as DynamoDB described it a moment ago
   * @param entry the ledger's entry of a table of that name; null if there is none
   */
  record Question(String series, TableDescription table, @Nullable LedgerEntry entry) {}

  /**
   * Proof by the ledger: ours if it knows that very table, by id or, without one, by creation time.
   */
  static TableOwnership byLedger() {
    return question -> Flow.of(inLedger(question));
  }

  /**
   * Proof by the tag {@value #TAG}: ours if it names the series, another's if it does not or is
   * missing, not known if it may not be read. One request, of which AWS allows ten a second. Where
   * the engine has no tags, proof by the ledger. The default.
   */
  static TableOwnership byTagOrLedger() {
    return question ->
        TableTags.upTo(TAG, question.table())
            .map(
                tags ->
                    question.series().equals(tags.get(TAG)) ? Ownership.OURS : Ownership.FOREIGN)
            .recover(Refusals::isUnsupported, failure -> Flow.of(inLedger(question)))
            .recover(ErrorCode::isDenied, failure -> Flow.of(Ownership.UNKNOWN));
  }

  private static Ownership inLedger(Question question) {
    LedgerEntry entry = question.entry();
    boolean known =
        entry != null
            && entry.isOf(question.table().tableId(), question.table().creationDateTime());
    return known ? Ownership.OURS : Ownership.UNKNOWN;
  }
}
