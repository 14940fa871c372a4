package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.internal.plan.lifecycle.TableLookup;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** The table that a shared restore has made, as its workers see it: it may be deleted meanwhile. */
final class OwnTarget {
  private final SharedRestore restore;
  private final GetItemRequest read;
  private @Nullable Header header;

  OwnTarget(String controlTable, String series, SharedRestore restore) {
    this.restore = restore;
    this.read =
        GetItemRequest.builder()
            .tableName(controlTable)
            .key(
                LedgerFormat.key(
                    RestoreFormat.partition(series, restore.target()), RestoreFormat.HEADER))
            .consistentRead(true)
            .build();
  }

  String name() {
    return restore.target();
  }

  /**
   * Fails if the name is another table's. One that is not seen may be too new for that, or gone,
   * which writes will tell.
   */
  Flow<Done> require() {
    return header()
        .then(
            ours ->
                TableLookup.of(restore.target())
                    .then(
                        found ->
                            found.table() == null || ours.isOf(found.table())
                                ? Flow.done()
                                : Flow.failed(refusal("is another's now"))));
  }

  private Flow<Header> header() {
    return header != null
        ? Flow.of(header)
        : TableCall.get(read)
            .then(
                answer -> {
                  Header found = answer.hasItem() ? RestoreFormat.header(answer.item()) : null;
                  if (found == null || !restore.restoreId().equals(found.restoreId())) {
                    return Flow.failed(refusal("is not this restore's any more"));
                  }
                  header = found;
                  return Flow.of(found);
                });
  }

  /** Says of a table that is not there what that means; other failures are as they were. */
  Throwable explained(Throwable failure) {
    return Refusals.isNotFound(failure) ? refusal("was deleted") : failure;
  }

  private RefusedOperationException refusal(String what) {
    return new RefusedOperationException(
        "restore",
        restore.target(),
        "the table that this restore had made %s; other items of it were not written"
            .formatted(what),
        "Call the restore again, which begins anew, or restore to another name; then start workers"
            + " again");
  }
}
