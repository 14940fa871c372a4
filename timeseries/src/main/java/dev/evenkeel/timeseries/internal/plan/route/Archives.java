package dev.evenkeel.timeseries.internal.plan.route;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * What one call is told of the archives of its periods. The catalogue is asked at most once, and
 * only if one of the periods may be gone.
 */
public final class Archives {
  private final Call call;
  private final String controlTable;
  private final Catalog catalog;
  private final List<PeriodTable> candidates;
  private final @Nullable AwsRequestOverrideConfiguration settings;
  private @Nullable Known known;

  private Archives(
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
    this.known = candidates.isEmpty() ? Known.NOTHING : null;
  }

  /**
   * The archives of these tables.
   *
   * @param controlTable null if reads do not ask for archives
   * @param candidates those that may be gone, in the order of time or against it
   * @param request the caller's, under whose settings the catalogue is asked
   */
  static Archives of(
      Call call,
      @Nullable String controlTable,
      String series,
      List<PeriodTable> candidates,
      DynamoDbRequest request) {
    return controlTable == null
        ? new Archives(call, "", series, List.of(), null)
        : new Archives(
            call, controlTable, series, candidates, request.overrideConfiguration().orElse(null));
  }

  /**
   * Which archives there are.
   *
   * @param byTable by the names of the period tables
   */
  public record Known(Map<String, ArchivedTable> byTable) {
    /** Of a call that does not ask, or has nothing to ask for. */
    public static final Known NOTHING = new Known(Map.of());

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

  /** Whether there is nothing to ask for. */
  public boolean isNothing() {
    return candidates.isEmpty();
  }

  /**
   * Sends a request again to the table that an archive was restored to, if the period's own is not
   * there.
   *
   * @param sent what the period's own answers
   * @param restored sends it to another
   * @param absent what to do without either
   */
  public <R> Flow<R> orRestored(
      PeriodTable table, Flow<R> sent, Function<PeriodTable, Flow<R>> restored, Absent<R> absent) {
    return sent.recover(
        cause ->
            cause instanceof ResourceNotFoundException missing
                ? knownOf(table).then(known -> elsewhere(table, known, missing, restored, absent))
                : Flow.failed(cause));
  }

  /** A table that is too young to be archived is just not there. */
  private Flow<Known> knownOf(PeriodTable table) {
    return candidates.contains(table) ? known() : Flow.of(Known.NOTHING);
  }

  /**
   * What to do without a table.
   *
   * @param <R> what it comes to
   */
  public interface Absent<R> {
    Flow<R> of(Known archives, ResourceNotFoundException missing);
  }

  private static <R> Flow<R> elsewhere(
      PeriodTable table,
      Known known,
      ResourceNotFoundException missing,
      Function<PeriodTable, Flow<R>> restored,
      Absent<R> absent) {
    PeriodTable other = known.restored(table);
    if (other == null) {
      return absent.of(known, missing);
    }
    return restored
        .apply(other)
        .recover(
            cause ->
                cause instanceof ResourceNotFoundException gone
                    ? absent.of(known, gone)
                    : Flow.failed(cause));
  }

  /** Which there are. */
  public Flow<Known> known() {
    return Flow.defer(() -> known != null ? Flow.of(known) : asked());
  }

  private Flow<Known> asked() {
    String first = candidates.get(0).name();
    String last = candidates.get(candidates.size() - 1).name();
    boolean forward = first.compareTo(last) <= 0;
    return catalog
        .list(forward ? first : last, forward ? last : first, settings)
        .map(this::noted)
        .recover(
            failure ->
                Flow.failed(failure instanceof ResourceNotFoundException ? refusal() : failure));
  }

  private Known noted(List<ArchivedTable> archives) {
    Map<String, ArchivedTable> byTable = new HashMap<>();
    archives.forEach(archive -> byTable.put(archive.tableName(), archive));
    Known now = new Known(Map.copyOf(byTable));
    known = now;
    return now;
  }

  private RuntimeException refusal() {
    return call.refuse(
        "the control table '%s', which tells of archives, is not there".formatted(controlTable),
        "Name the lifecycle's, or do not ask for archived reads");
  }
}
