package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.internal.lifecycle.PointInTimeRecovery;
import dev.evenkeel.timeseries.spec.internal.lifecycle.TableTags;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;

/**
 * The actual settings that a template covers: up to three requests more than a description.
 *
 * @param spec whose template it is
 * @param lacking the settings that its engine was seen not to have
 * @param expiry null if the template says none, or its engine has none
 * @param isRecoverable null if the template does not say so, or its engine cannot
 * @param tags null if its engine has none
 */
record TableState(
    TimeSeriesSpec spec,
    TableDescription table,
    Set<TableSetting> lacking,
    @Nullable TimeToLiveDescription expiry,
    @Nullable Boolean isRecoverable,
    @Nullable Map<String, String> tags) {

  /**
   * Looks.
   *
   * @param entry of the ledger; null if it does not know the table
   */
  static Flow<TableState> of(
      TimeSeriesSpec spec, TableDescription table, @Nullable LedgerEntry entry) {
    TableTemplate template = spec.template();
    Set<TableSetting> lacking = entry == null ? Set.of() : entry.lacking();
    boolean expires =
        template.timeToLiveAttribute() != null && !lacking.contains(TableSetting.TIME_TO_LIVE);
    boolean recovers =
        template.isPointInTimeRecovery() && !lacking.contains(TableSetting.POINT_IN_TIME_RECOVERY);
    return asked(expires, () -> expiry(table))
        .then(
            expiry ->
                asked(recovers, () -> PointInTimeRecovery.isOn(table.tableName()))
                    .then(
                        isOn ->
                            asked(!lacking.contains(TableSetting.TAGS), () -> TableTags.all(table))
                                .map(
                                    tags ->
                                        new TableState(
                                            spec,
                                            table,
                                            lacking,
                                            expiry.orElse(null),
                                            isOn.orElse(null),
                                            tags.orElse(null)))));
  }

  private static <T> Flow<Optional<T>> asked(boolean isWanted, Supplier<Flow<T>> question) {
    return isWanted ? question.get().map(Optional::of) : Flow.of(Optional.empty());
  }

  private static Flow<TimeToLiveDescription> expiry(TableDescription table) {
    return TableCall.describeTimeToLive(table.tableName())
        .map(
            answer ->
                answer.timeToLiveDescription() == null
                    ? TimeToLiveDescription.builder().build()
                    : answer.timeToLiveDescription());
  }

  /** The tags that the table should have and has not, or with other values. */
  Map<String, String> missingTags() {
    Map<String, String> missing = new TreeMap<>();
    if (tags != null) {
      missing.put(TableOwnership.TAG, spec.tableName());
      spec.template().request().tags().forEach(tag -> missing.put(tag.key(), tag.value()));
      missing.entrySet().removeAll(tags.entrySet());
    }
    return missing;
  }
}
