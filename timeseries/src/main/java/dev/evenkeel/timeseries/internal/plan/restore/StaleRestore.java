package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.lifecycle.TableLookup;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** What an earlier restore to the same table has left: that table, or notes of another archive. */
record StaleRestore(RestoreOrder order, Catalog catalog) {
  /** Whether the table is still the one that was restored, and not another of its name. */
  Flow<Boolean> isThere(ArchivedTable archive) {
    return catalog
        .restoredCreated(archive)
        .then(
            created ->
                TableLookup.of(order.target())
                    .map(described -> isOf(described.staying(), created.orElse(null))));
  }

  private static boolean isOf(@Nullable TableDescription table, @Nullable Instant created) {
    return table != null && (created == null || created.equals(table.creationDateTime()));
  }

  /**
   * Whether the records may be removed: a restore of an abandoned archive cannot be finished.
   *
   * @return fails if the other archive is still to be had, or something was restored of it
   */
  Flow<Done> resolve(String otherExportId) {
    return catalog.list(null, null).then(archives -> of(otherExportId, archives));
  }

  private Flow<Done> of(String other, List<ArchivedTable> archives) {
    if (archives.stream().anyMatch(archive -> archive.exportId().equals(other))) {
      return Flow.failed(
          refusal(
              "a restore of archive '%s' to that table is under way".formatted(other),
              "Restore to another name"));
    }
    return TableLookup.of(order.target())
        .then(
            described ->
                described.table() == null
                    ? Flow.done()
                    : Flow.failed(
                        refusal(
                            "there is a table of that name already, and it has items of archive '%s', which was given up"
                                .formatted(other),
                            "Restore to another name, or delete the table and restore again")));
  }

  /** An archive that was given up while it was restored. */
  RefusedOperationException givenUpMeanwhile(String exportId) {
    return refusal(
        "archive '%s' was given up for another while it was restored".formatted(exportId),
        "The table has all that was in it; delete the table and restore again to have the other");
  }

  private RefusedOperationException refusal(String reason, String remedy) {
    return new RefusedOperationException("restore", order.target(), reason, remedy);
  }
}
