package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification;
import dev.evenkeel.timeseries.internal.plan.archive.WriteDeadline;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The proof that a table may be deleted, because its archive has all that it holds. */
final class ArchiveProof {
  private ArchiveProof() {}

  /** Fails if the table needs an archive and has none of this very table. */
  static Flow<Done> require(RunContext context, TableDescription table) {
    if (context.spec().retention().withoutArchive()) {
      return Flow.done();
    }
    return context
        .catalog()
        .find(table.tableName())
        .then(archive -> requireArchive(context.spec(), table, archive.orElse(null)));
  }

  private static Flow<Done> requireArchive(
      TimeSeriesSpec spec, TableDescription table, @Nullable ArchivedTable archive) {
    if (archive == null) {
      return Flow.failed(
          new RefusedOperationException(
              "delete",
              table.tableName(),
              "the ledger says that it is archived, and there is no archive of it in the catalogue",
              "It stays. Have it archived anew ('evenkeel tables archive --restart', or"
                  + " restartArchive(tableName))"));
    }
    if (!archive.isOf(table.tableId(), table.creationDateTime())) {
      return Flow.failed(
          LifecycleException.foreignTable(
              table.tableName(), "it is not the table that its archive was made of"));
    }
    return requireWhole(spec, table, archive);
  }

  /**
   * Fails unless an archive of a table holds all that could come into it, and is there as it was.
   */
  static Flow<Done> requireWhole(
      TimeSeriesSpec spec, TableDescription table, ArchivedTable archive) {
    TimeSpan span = requireNonNull(spec.tables().periodOf(table.tableName()));
    if (WriteDeadline.isAfter(spec, span, archive.verified())) {
      return differs(
          archive,
          "by the spec of now items may have come until %s, and it was verified at %s"
              .formatted(WriteDeadline.last(spec, span), TimeText.of(archive.verified())));
    }
    if (table.itemCount() != null && table.itemCount() > archive.items()) {
      return differs(
          archive,
          "DescribeTable, which DynamoDB brings up to date about every six hours, counts %d items, and %d were verified"
              .formatted(table.itemCount(), archive.items()));
    }
    return stillDenied(table, archive)
        .then(
            denied -> ArchiveVerification.requireAsStored(requireNonNull(spec.archive()), archive));
  }

  /** Items of others may have replaced some, which no count tells. */
  private static Flow<Done> stillDenied(TableDescription table, ArchivedTable archive) {
    return archive.writesDenied()
        ? FreezeTable.isDenied(table)
            .then(
                denied ->
                    denied
                        ? Flow.done()
                        : differs(
                            archive,
                            "a resource policy denied writes when it was verified at %s, and is gone, so that items may have come since"
                                .formatted(TimeText.of(archive.verified()))))
        : Flow.done();
  }

  private static Flow<Done> differs(ArchivedTable archive, String how) {
    return Flow.failed(ArchiveException.mismatch(archive.tableName(), archive.exportId(), how));
  }
}
