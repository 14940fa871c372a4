package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Acquisition.Held;
import dev.evenkeel.core.internal.lease.Leases;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.ManifestSearch;
import dev.evenkeel.timeseries.internal.plan.archive.ManifestSearch.Found;
import dev.evenkeel.timeseries.internal.plan.archive.WriteDeadline;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestSummary;
import dev.evenkeel.timeseries.internal.plan.ledger.Ledger;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveDamagedException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import dev.evenkeel.timeseries.spec.lifecycle.NewerLedgerException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Writes down again what the catalogue has lost: of each table that is gone, its last archive. An
 * entry that is there is never replaced, and the archive of a table that is there is left to the
 * next run: it may have been given up because items came, and a delete would be made on the
 * strength of it. Archives of tables of another account or region, whose tables may have the same
 * names and share the bucket, are passed over as if they were not there.
 */
public final class RebuildCatalogue {
  private static final int WIDTH = 4;

  private final TimeSeriesSpec spec;
  private final ManifestSearch manifests;
  private final Catalog catalog;
  private final boolean writing;
  private final String controlTable;

  private RebuildCatalogue(TimeSeriesSpec spec, RunSettings settings, boolean writing) {
    this.spec = spec;
    this.manifests = new ManifestSearch(spec, requireNonNull(spec.archive()));
    this.catalog = new Catalog(settings.controlTable(), spec.tableName());
    this.writing = writing;
    this.controlTable = settings.controlTable();
  }

  /** What a rebuild would do; writes nothing. */
  public static Flow<List<FoundArchive>> plan(TimeSeriesSpec spec, RunSettings settings) {
    return spec.archive() == null
        ? Flow.of(List.of())
        : Flow.defer(() -> new RebuildCatalogue(spec, settings, false).whole());
  }

  /**
   * Does it, under the series' lease.
   *
   * @param owner a name that no other run has
   */
  public static Flow<List<FoundArchive>> run(
      TimeSeriesSpec spec, RunSettings settings, String owner) {
    if (spec.archive() == null) {
      return Flow.of(List.of());
    }
    Ledger ledger = new Ledger(settings.controlTable(), spec.tableName());
    return Leases.acquire(ledger.lease(), owner, settings.leaseLength())
        .then(
            acquired ->
                acquired instanceof Held held
                    ? new RunContext(spec, settings, held.lease(), Instant.MAX)
                        .thenRelease(context -> new RebuildCatalogue(spec, settings, true).whole())
                    : Flow.failed(
                        new RefusedOperationException(
                            "rebuildCatalogue",
                            spec.tableName(),
                            "another run is at work",
                            "Try again when it has ended")));
  }

  private Flow<List<FoundArchive>> whole() {
    return manifests
        .all()
        .then(
            all ->
                TableLookup.of(controlTable).then(control -> judged(all, home(control.table()))));
  }

  /** What the ARNs of the account's tables in the region begin with; empty if that is not known. */
  private static String home(@Nullable TableDescription control) {
    String arn = control == null || control.tableArn() == null ? "" : control.tableArn();
    return arn.substring(0, arn.indexOf('/') + 1);
  }

  private Flow<List<FoundArchive>> judged(List<Found> all, String home) {
    Map<String, String> last = new HashMap<>();
    for (Found found : all) {
      if (isAt(home, found)) {
        last.merge(found.tableName(), found.exportId(), (a, b) -> a.compareTo(b) > 0 ? a : b);
      }
    }
    return Flow.awaitAll(
        all.stream()
            .map(
                found ->
                    Flow.defer(
                        () ->
                            isAt(home, found)
                                ? one(found, last.getOrDefault(found.tableName(), ""))
                                : elsewhere(found)))
            .toList(),
        WIDTH);
  }

  private static boolean isAt(String home, Found found) {
    return found.summary() == null || found.summary().tableArn().startsWith(home);
  }

  private Flow<FoundArchive> elsewhere(Found found) {
    return told(
        found,
        Standing.LEFT,
        "it is of %s, of another account or region"
            .formatted(requireNonNull(found.summary()).tableArn()));
  }

  private Flow<FoundArchive> one(Found found, String lastId) {
    ManifestSummary summary = found.summary();
    if (summary == null) {
      return told(found, Standing.DAMAGED, found.damage());
    }
    return catalog
        .find(found.tableName())
        .then(
            known ->
                known.isPresent()
                    ? known(found, known.get())
                    : found.exportId().equals(lastId)
                        ? lost(found, summary)
                        : told(
                            found,
                            Standing.LEFT,
                            "'%s' is a later archive of the table".formatted(lastId)))
        .recover(
            failure ->
                failure instanceof NewerLedgerException
                    ? told(found, Standing.LEFT, String.valueOf(failure.getMessage()))
                    : failure instanceof ArchiveDamagedException
                        ? told(found, Standing.DAMAGED, String.valueOf(failure.getMessage()))
                        : Flow.failed(failure));
  }

  private Flow<FoundArchive> known(Found found, ArchivedTable known) {
    return known.exportId().equals(found.exportId())
        ? told(found, Standing.KNOWN, "")
        : told(
            found,
            Standing.LEFT,
            "the catalogue has archive '%s' of the table".formatted(known.exportId()));
  }

  private Flow<FoundArchive> lost(Found found, ManifestSummary summary) {
    TimeSpan span = requireNonNull(spec.tables().periodOf(found.tableName()));
    if (WriteDeadline.isAfter(spec, span, summary.exportTime())) {
      return told(
          found,
          Standing.LEFT,
          "it began at %s, and by the spec of now items may have come until %s"
              .formatted(TimeText.of(summary.exportTime()), WriteDeadline.last(spec, span)));
    }
    return TableLookup.of(found.tableName())
        .then(
            described ->
                isAnother(described.table(), summary)
                    ? manifests
                        .proven(found, summary, span)
                        .then(archive -> entered(found, archive))
                    : told(
                        found,
                        Standing.LEFT,
                        "its table is there, and the next run archives it anew"));
  }

  /** Whether the table of the archive is gone, though there may be a later one of its name. */
  private static boolean isAnother(@Nullable TableDescription table, ManifestSummary summary) {
    return table == null
        || (table.tableId() != null
            && summary.tableId() != null
            && !table.tableId().equals(summary.tableId()));
  }

  private Flow<FoundArchive> entered(Found found, ArchivedTable archive) {
    String detail = "%d items in %d bytes".formatted(archive.items(), archive.bytes());
    return writing
        ? catalog
            .add(archive)
            .then(
                added ->
                    added
                        ? told(found, Standing.WRITTEN, detail)
                        : told(found, Standing.LEFT, "the catalogue has an archive of it by now"))
        : told(found, Standing.LOST, detail);
  }

  private Flow<FoundArchive> told(Found found, Standing standing, String detail) {
    return Flow.of(
        new FoundArchive(
            spec.tableName(),
            Optional.of(found.tableName()).filter(name -> !name.isEmpty()).orElse(null),
            "s3://%s/%s".formatted(found.object().bucket(), found.object().key()),
            standing,
            detail));
  }
}
