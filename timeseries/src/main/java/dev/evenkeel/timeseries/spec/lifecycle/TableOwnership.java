package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Tells whether a table is ours. It is asked of tables whose name is that of a period table and
 * that are not, by id, those that the ledger knows; and of each table once more right before it is
 * deleted, whatever the ledger says.
 *
 * <p>Only {@link Ownership#OURS} lets a table be touched. What is not known, or may not be looked
 * at, is {@link Ownership#UNKNOWN}; a flow that fails leaves the table alone for this run.
 */
@FunctionalInterface
@SuppressWarnings("exports") // to be chosen from the three below, not to be implemented
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
   * @param entry what the ledger says of a table of that name; null if nothing
   */
  record Question(String series, TableDescription table, @Nullable LedgerEntry entry) {}

  /**
   * By the tag {@value #TAG}: ours if it names the series, another's if it does not or is missing,
   * not known if the engine has no tags or they may not be read. One request, of which AWS allows
   * ten a second.
   */
  static TableOwnership byTag() {
    return question -> TagProof.of(question, unsupported -> Flow.of(Ownership.UNKNOWN));
  }

  /** By the ledger: ours if it knows that very table, by id or, without one, by creation time. */
  static TableOwnership byLedger() {
    return question -> Flow.of(TagProof.inLedger(question));
  }

  /** By the tag; by the ledger where the engine has no tags. What is used unless said. */
  static TableOwnership byTagOrLedger() {
    return question -> TagProof.of(question, unsupported -> byLedger().of(question));
  }
}
