package dev.evenkeel.timeseries.internal.route;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * The archives of the periods of one call. The catalogue is read at most once, and only if one of
 * the periods may be gone.
 */
public final class ArchiveLookup {
  private final Call call;
  private final String controlTable;
  private final Catalog catalog;
  private final List<PeriodTable> candidates;
  private final @Nullable AwsRequestOverrideConfiguration settings;
  private @Nullable Archives cached;

  private ArchiveLookup(
      Call call,
      String controlTable,
      String series,
      List<PeriodTable> candidates,
      @Nullable AwsRequestOverrideConfiguration settings) {
    this.call = call;
    this.controlTable = controlTable;
    this.catalog = new Catalog(controlTable, series);
    this.candidates = candidates;
    this.settings = settings;
    this.cached = candidates.isEmpty() ? Archives.NONE : null;
  }

  /**
   * The archives of these tables.
   *
   * @param controlTable null if reads do not look archives up
   * @param candidates the periods whose tables may be gone, in the order of time or against it
   * @param request the caller's, under whose settings the catalogue is read
   */
  static ArchiveLookup of(
      Call call,
      @Nullable String controlTable,
      String series,
      List<PeriodTable> candidates,
      DynamoDbRequest request) {
    return controlTable == null
        ? new ArchiveLookup(call, "", series, List.of(), null)
        : new ArchiveLookup(
            call, controlTable, series, candidates, request.overrideConfiguration().orElse(null));
  }

  /**
   * The archives that there are.
   *
   * @param byTable by the names of the period tables
   */
  public record Archives(Map<String, ArchivedTable> byTable) {
    /** The result of a call that looks no archive up. */
    public static final Archives NONE = new Archives(Map.of());

    /** Whether there is an archive of a period's table. */
    boolean has(PeriodTable table) {
      return byTable.containsKey(table.name());
    }

    /** The table that an archive was restored to; null if there is none. */
    public @Nullable PeriodTable restored(PeriodTable table) {
      ArchivedTable archive = byTable.get(table.name());
      return archive == null || archive.restoredAs() == null
          ? null
          : new PeriodTable(table.span(), archive.restoredAs());
    }
  }

  /**
   * Sends a request again to the table that an archive was restored to, if the period's own is not
   * there.
   *
   * @param sent the request to the period's own table
   * @param restored sends the request to another table
   * @param absent the flow if neither table is there
   */
  public <R> Flow<R> orRestored(
      PeriodTable table,
      Flow<R> sent,
      Function<PeriodTable, Flow<R>> restored,
      BiFunction<Archives, ResourceNotFoundException, Flow<R>> absent) {
    return sent.recover(
        cause ->
            cause instanceof ResourceNotFoundException missing
                ? archivesFor(table)
                    .then(archives -> fromRestored(table, archives, missing, restored, absent))
                : Flow.failed(cause));
  }

  /** A table that is too young to be archived is not looked up. */
  private Flow<Archives> archivesFor(PeriodTable table) {
    return candidates.contains(table) ? all() : Flow.of(Archives.NONE);
  }

  private static <R> Flow<R> fromRestored(
      PeriodTable table,
      Archives archives,
      ResourceNotFoundException missing,
      Function<PeriodTable, Flow<R>> restored,
      BiFunction<Archives, ResourceNotFoundException, Flow<R>> absent) {
    PeriodTable other = archives.restored(table);
    if (other == null) {
      return absent.apply(archives, missing);
    }
    return restored
        .apply(other)
        .recover(
            cause ->
                cause instanceof ResourceNotFoundException gone
                    ? absent.apply(archives, gone)
                    : Flow.failed(cause));
  }

  /** The archives of the tables; none if reads do not look archives up. */
  public Flow<Archives> all() {
    return Flow.defer(() -> cached != null ? Flow.of(cached) : read());
  }

  private Flow<Archives> read() {
    String first = candidates.get(0).name();
    String last = candidates.get(candidates.size() - 1).name();
    boolean forward = first.compareTo(last) <= 0;
    return catalog
        .list(forward ? first : last, forward ? last : first, settings)
        .map(this::cached)
        .mapFailure(failure -> failure instanceof ResourceNotFoundException ? refusal() : failure);
  }

  private Archives cached(List<ArchivedTable> archives) {
    Map<String, ArchivedTable> byTable = new HashMap<>();
    archives.forEach(archive -> byTable.put(archive.tableName(), archive));
    Archives now = new Archives(Map.copyOf(byTable));
    cached = now;
    return now;
  }

  private RuntimeException refusal() {
    return call.refuse(
        "the control table '%s', which tells of archives, is not there".formatted(controlTable),
        "Name the lifecycle's, or do not ask for archived reads");
  }
}
