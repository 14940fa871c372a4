package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.ObjectFlows;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveLayout;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveObject;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveOrigin;
import dev.evenkeel.timeseries.internal.plan.archive.format.ManifestSummary;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the archives of a series in its bucket, after a loss of the catalogue. Costs a listing of
 * the whole prefix, two GetObjects for each archive, and of one that is proven two more and a
 * listing of its files. Reads no data file.
 */
public final class ManifestSearch {
  private static final int WIDTH = 8;

  private final TimeSeriesSpec spec;
  private final ArchivePolicy policy;

  /**
   * @param policy the spec's
   */
  public ManifestSearch(TimeSeriesSpec spec, ArchivePolicy policy) {
    this.spec = spec;
    this.policy = policy;
  }

  /**
   * An archive whose summary was read, or is damaged.
   *
   * @param exportId its folder; the later it began, the greater
   * @param object the summary
   * @param summary as it can be read; null if it cannot
   * @param tableName the table of the archive; empty if that is not known
   * @param damage why the summary proves nothing; empty for none
   * @param isGivenUp whether it has the mark that it was given up while its table was there
   */
  public record Candidate(
      String exportId,
      ArchiveObject object,
      @Nullable ManifestSummary summary,
      String tableName,
      String damage,
      boolean isGivenUp) {

    Candidate givenUp(boolean is) {
      return new Candidate(exportId, object, summary, tableName, damage, is);
    }
  }

  /**
   * The archives of this series, and those that may be of it, as their summaries cannot be read; in
   * the order of their ids. A folder without any manifest is that of an archive that was not
   * completed, and is passed over; so is one that was given up and tells no table.
   */
  public Flow<List<Candidate>> all() {
    return Flow.defer(() -> ids(null, new TreeMap<>()))
        .then(
            ids ->
                Flow.failFast(
                    ids.entrySet().stream()
                        .map(id -> Flow.defer(() -> found(id.getKey(), id.getValue())))
                        .toList(),
                    WIDTH))
        .map(all -> all.stream().flatMap(Optional::stream).toList());
  }

  private Flow<Optional<Candidate>> found(String exportId, boolean isGivenUp) {
    return summary(exportId)
        .map(
            found ->
                found
                    .map(candidate -> candidate.givenUp(isGivenUp))
                    .filter(candidate -> !isGivenUp || !candidate.tableName().isEmpty()));
  }

  /** The ids of all folders, and whether each is marked. */
  private Flow<SortedMap<String, Boolean>> ids(
      @Nullable String token, SortedMap<String, Boolean> ids) {
    return ObjectFlows.of(policy.bucket())
        .list(ArchiveLayout.FOLDER, token)
        .then(
            page -> {
              for (ListedObject object : page.objects()) {
                boolean isMark = ArchiveLayout.isGivenUp(object.key());
                id(object.key()).ifPresent(id -> ids.merge(id, isMark, Boolean::logicalOr));
              }
              return page.nextToken() == null ? Flow.of(ids) : ids(page.nextToken(), ids);
            });
  }

  /**
   * Folders whose names are no export ids are skipped, and so are archives of a prefix that is
   * itself below the folder of all archives.
   */
  private static Optional<String> id(String key) {
    try {
      return Optional.of(ArchiveLayout.ofManifest(key).exportId());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Flow<Optional<Candidate>> summary(String exportId) {
    ArchiveStore store = ArchiveStore.of(policy, exportId);
    ArchiveObject object = store.named(store.layout().summaryKey());
    return store
        .checked(store.layout().summaryKey())
        .map(bytes -> ofSeries(exportId, object, ManifestSummary.read(object, bytes), ""))
        .recover(
            failure -> ArchiveException.is(failure, ArchiveException.Reason.DAMAGED),
            failure -> unproven(store, exportId, object, String.valueOf(failure.getMessage())));
  }

  /** What a summary says that its checksum does not prove is believed as to whose it is. */
  private Flow<Optional<Candidate>> unproven(
      ArchiveStore store, String exportId, ArchiveObject object, String damage) {
    return store
        .read(store.layout().summaryKey())
        .map(bytes -> unproven(exportId, object, bytes.asByteArrayUnsafe(), damage))
        .recover(
            failure ->
                ArchiveException.is(failure, ArchiveException.Reason.DAMAGED)
                    || ObjectStoreException.is(failure, Reason.OBJECT_MISSING),
            failure ->
                Flow.of(Optional.of(new Candidate(exportId, object, null, "", damage, false))));
  }

  /** Incremental exports, and what a newer Evenkeel has written, name their tables, too. */
  private Optional<Candidate> unproven(
      String exportId, ArchiveObject object, byte[] bytes, String damage) {
    try {
      return ofSeries(exportId, object, ManifestSummary.read(object, bytes), damage);
    } catch (ArchiveException unread) {
      String name = named(ManifestSummary.readTableArn(object, bytes));
      return spec.tables().periodOf(name) == null
          ? Optional.empty()
          : Optional.of(new Candidate(exportId, object, null, name, damage, false));
    }
  }

  private static String named(String arn) {
    return arn.substring(arn.indexOf('/') + 1);
  }

  private Optional<Candidate> ofSeries(
      String exportId, ArchiveObject object, ManifestSummary summary, String damage) {
    ArchiveOrigin origin = summary.origin();
    String name = origin == null ? named(summary.tableArn()) : origin.tableName();
    boolean isOurs =
        spec.tables().periodOf(name) != null
            && (origin == null || origin.series().equals(spec.tableName()));
    return isOurs
        ? Optional.of(new Candidate(exportId, object, summary, name, damage, false))
        : Optional.empty();
  }

  /**
   * The catalogue entry of an archive, if exactly the files that its manifests list exist. The time
   * of verification is unknown; the time of writing is before it.
   *
   * @return fails with an {@link ArchiveException} if anything is not as they say
   */
  public Flow<ArchivedTable> proven(Candidate candidate, ManifestSummary summary, TimeSpan span) {
    BucketSpec bucket = policy.bucket();
    ArchiveOrigin origin = summary.origin();
    return new ExportManifests(ArchiveStore.of(policy, candidate.exportId()))
        .listed(summary)
        .map(
            listed ->
                new ArchivedTable(
                    candidate.tableName(),
                    span,
                    summary.tableId(),
                    null,
                    origin == null ? ArchiveMethod.EXPORT : origin.backEnd(),
                    bucket.bucket(),
                    bucket.prefix(),
                    candidate.exportId(),
                    summary.itemCount(),
                    listed.bytes(),
                    origin == null || origin.content() == null ? null : origin.content().text(),
                    listed.sha256(),
                    summary.endTime(),
                    false,
                    null));
  }
}
