package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.CatalogFormat;
import dev.evenkeel.timeseries.internal.plan.archive.ManifestSearch;
import dev.evenkeel.timeseries.internal.plan.archive.ManifestSearch.Candidate;
import dev.evenkeel.timeseries.internal.plan.archive.WriteDeadline;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestSummary;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Writes down again what the catalogue has lost: of each table that is gone, its last archive. An
 * earlier one may have been given up because items came, so nothing is written while the last one,
 * or one that may be the last, cannot be read. The archive of a table that is there is left to the
 * next run, for the same reason, and one that is marked as given up is never written: a delete
 * would be made on the strength of it. An entry that is there is replaced only by a later archive
 * of the same table, and only if a rebuild wrote it. Archives of tables of another account or
 * region, whose tables may have the same names and share the bucket, are passed over as if they
 * were not there.
 */
public final class RebuildCatalogue {
  private static final int WIDTH = 4;

  private final TimeSeriesSpec spec;
  private final ManifestSearch manifests;
  private final Catalog catalog;
  private final boolean writing;
  private final String controlTable;
  private final Set<String> givenUp = new HashSet<>();

  /** The start of the ARNs of the account's tables in the region; empty if it is not known. */
  private String home = "";

  private RebuildCatalogue(TimeSeriesSpec spec, RunSettings settings, boolean writing) {
    this.spec = spec;
    this.manifests = new ManifestSearch(spec, requireNonNull(spec.archive()));
    this.catalog = new Catalog(settings.controlTable(), spec.tableName());
    this.writing = writing;
    this.controlTable = settings.controlTable();
  }

  /** The plan of a rebuild; writes nothing. */
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
    return RunContext.leased(
        spec,
        settings,
        owner,
        "rebuildCatalogue",
        spec.tableName(),
        context -> new RebuildCatalogue(spec, settings, true).whole());
  }

  private Flow<List<FoundArchive>> whole() {
    return manifests
        .all()
        .then(
            all ->
                TableLookup.of(controlTable)
                    .then(
                        control -> {
                          home = home(control.table());
                          return judged(all);
                        }));
  }

  private static String home(@Nullable TableDescription control) {
    String arn = control == null || control.tableArn() == null ? "" : control.tableArn();
    return arn.substring(0, arn.indexOf('/') + 1);
  }

  private Flow<List<FoundArchive>> judged(List<Candidate> all) {
    Map<String, Candidate> last = new HashMap<>();
    for (Candidate candidate : all) {
      if (candidate.isGivenUp()) {
        givenUp.add(candidate.exportId());
      } else if (isHere(candidate)) {
        last.put(candidate.tableName(), candidate);
      }
    }
    return Flow.awaitAll(
        all.stream().map(candidate -> Flow.defer(() -> one(candidate, last))).toList(), WIDTH);
  }

  private boolean isHere(Candidate candidate) {
    return candidate.summary() == null || candidate.summary().tableArn().startsWith(home);
  }

  private Flow<FoundArchive> one(Candidate candidate, Map<String, Candidate> last) {
    ManifestSummary summary = candidate.summary();
    if (summary != null && !isHere(candidate)) {
      return left(
          candidate, "it is of %s, of another account or region".formatted(summary.tableArn()));
    }
    if (!candidate.isGivenUp() && (summary == null || !candidate.damage().isEmpty())) {
      return result(candidate, Standing.DAMAGED, candidate.damage());
    }
    return catalog
        .find(candidate.tableName())
        .then(found -> compared(candidate, found.orElse(null), later(candidate, last)))
        .recover(
            failure -> LifecycleException.is(failure, LifecycleException.Reason.NEWER_LEDGER),
            failure -> left(candidate, String.valueOf(failure.getMessage())))
        .recover(
            failure -> ArchiveException.is(failure, ArchiveException.Reason.DAMAGED),
            failure -> result(candidate, Standing.DAMAGED, String.valueOf(failure.getMessage())));
  }

  private Flow<FoundArchive> compared(
      Candidate candidate, @Nullable ArchivedTable known, String later) {
    if (known != null && known.exportId().equals(candidate.exportId())) {
      // One that is marked is that of a run that died before it gave it up.
      return result(candidate, Standing.KNOWN, "");
    } else if (candidate.isGivenUp()) {
      return left(
          candidate, "it was given up while its table was there, as items could come after it");
    }
    ManifestSummary summary = requireNonNull(candidate.summary());
    if (known != null && !isBetter(summary, candidate, known)) {
      return left(
          candidate,
          "the catalogue has archive '%s' of the table%s"
              .formatted(known.exportId(), instead(known)));
    }
    return later.isEmpty() ? lost(candidate, summary, known) : left(candidate, later);
  }

  /** Why an archive may not be the last one of its table; empty if it is. */
  private static String later(Candidate candidate, Map<String, Candidate> last) {
    Candidate ofTable = last.getOrDefault(candidate.tableName(), candidate);
    Candidate unknown = last.getOrDefault("", candidate);
    if (!ofTable.exportId().equals(candidate.exportId())) {
      return "'%s' is a later archive of the table%s"
          .formatted(ofTable.exportId(), ofTable.damage().isEmpty() ? "" : ", and is damaged");
    }
    return unknown.exportId().compareTo(candidate.exportId()) > 0
        ? "'%s' is later, may be of the same table, and cannot be read: mend it, or move it out of the prefix"
            .formatted(unknown.exportId())
        : "";
  }

  /** Whether it is a later archive of the same table than one that a rebuild wrote. */
  private static boolean isBetter(
      ManifestSummary summary, Candidate candidate, ArchivedTable known) {
    return known.tableCreated() == null
        && Objects.equals(known.tableId(), summary.tableId())
        && known.exportId().compareTo(candidate.exportId()) < 0;
  }

  /** A catalogue that is an older copy may still have an archive that was given up. */
  private String instead(ArchivedTable known) {
    return givenUp.contains(known.exportId())
        ? ", which was given up. If this one is to be in its place, take the item with pk '%s' and sk '%s' out of control table '%s', and repeat the rebuild"
            .formatted(CatalogFormat.partition(spec.tableName()), known.tableName(), controlTable)
        : "";
  }

  private Flow<FoundArchive> lost(
      Candidate candidate, ManifestSummary summary, @Nullable ArchivedTable known) {
    TimeSpan span = requireNonNull(spec.tables().periodOf(candidate.tableName()));
    if (WriteDeadline.isAfter(spec, span, summary.exportTime())) {
      return left(
          candidate,
          "it began at %s, and by the spec of now items may have come until %s"
              .formatted(TimeText.of(summary.exportTime()), WriteDeadline.last(spec, span)));
    }
    return TableLookup.of(candidate.tableName())
        .then(
            described ->
                isAnother(described.table(), summary)
                    ? manifests
                        .proven(candidate, summary, span)
                        .then(archive -> entered(candidate, archive, known))
                    : left(
                        candidate,
                        "its table is there: the next run archives it anew, or 'evenkeel tables archive --restart' has it do so"));
  }

  /** Whether the table of the archive is gone, though there may be a later one of its name. */
  private static boolean isAnother(@Nullable TableDescription table, ManifestSummary summary) {
    return table == null
        || (table.tableId() != null
            && summary.tableId() != null
            && !table.tableId().equals(summary.tableId()));
  }

  private Flow<FoundArchive> entered(
      Candidate candidate, ArchivedTable archive, @Nullable ArchivedTable known) {
    String detail =
        "%d items in %d bytes%s".formatted(archive.items(), archive.bytes(), replacing(known));
    if (!writing) {
      return result(candidate, Standing.LOST, detail + unknownHome(candidate));
    }
    return catalog
        .add(archive, known == null ? "" : known.exportId())
        .then(
            added ->
                added
                    ? result(candidate, Standing.WRITTEN, detail)
                    : left(candidate, "the catalogue has an archive of it by now"));
  }

  /** A plan may be made where there is no control table. */
  private String unknownHome(Candidate candidate) {
    return !home.isEmpty()
        ? ""
        : "; its table was %s: without the control table it is not known whether that is of this account and region. The rebuild leaves archives of others"
            .formatted(requireNonNull(candidate.summary()).tableArn());
  }

  private static String replacing(@Nullable ArchivedTable known) {
    if (known == null) {
      return "";
    }
    String restored =
        known.restoredAs() == null
            ? ""
            : "; table '%s', which that was restored to, is not read from any more"
                .formatted(known.restoredAs());
    return ", in place of archive '%s' of %d items, which a rebuild wrote%s"
        .formatted(known.exportId(), known.items(), restored);
  }

  private Flow<FoundArchive> left(Candidate candidate, String why) {
    return result(candidate, Standing.LEFT, why);
  }

  private Flow<FoundArchive> result(Candidate candidate, Standing standing, String detail) {
    return Flow.of(
        new FoundArchive(
            spec.tableName(),
            Optional.of(candidate.tableName()).filter(name -> !name.isEmpty()).orElse(null),
            "s3://%s/%s".formatted(candidate.object().bucket(), candidate.object().key()),
            standing,
            detail));
  }
}
