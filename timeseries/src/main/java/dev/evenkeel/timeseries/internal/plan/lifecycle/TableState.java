package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.internal.lifecycle.PointInTimeRecovery;
import dev.evenkeel.timeseries.spec.internal.lifecycle.TableTags;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;

/**
 * The actual settings that a template covers: up to three requests more than a description.
 *
 * @param expiry null if the template says none, or its engine has none
 * @param isRecoverable null if the template does not say so, or its engine cannot
 * @param tags null if its engine has none
 */
record TableState(
    TableDescription table,
    @Nullable TimeToLiveDescription expiry,
    @Nullable Boolean isRecoverable,
    @Nullable Map<String, String> tags) {

  /**
   * Looks.
   *
   * @param lacking the settings that its engine was seen not to have
   */
  static Flow<TableState> of(
      TableDescription table, TableTemplate template, Set<TableSetting> lacking) {
    return new TableState(table, null, null, null)
        .expiring(
            template.timeToLiveAttribute() != null && !lacking.contains(TableSetting.TIME_TO_LIVE))
        .then(
            state ->
                state.recovering(
                    template.isPointInTimeRecovery()
                        && !lacking.contains(TableSetting.POINT_IN_TIME_RECOVERY)))
        .then(
            state ->
                lacking.contains(TableSetting.TAGS)
                    ? Flow.of(state)
                    : TableTags.all(table)
                        .map(
                            tags ->
                                new TableState(table, state.expiry, state.isRecoverable, tags)));
  }

  private Flow<TableState> expiring(boolean isConfigured) {
    return isConfigured
        ? TableCall.describeTimeToLive(table.tableName())
            .map(
                answer ->
                    new TableState(
                        table,
                        answer.timeToLiveDescription() == null
                            ? TimeToLiveDescription.builder().build()
                            : answer.timeToLiveDescription(),
                        isRecoverable,
                        tags))
        : Flow.of(this);
  }

  private Flow<TableState> recovering(boolean isConfigured) {
    return isConfigured
        ? PointInTimeRecovery.isOn(table.tableName())
            .map(isOn -> new TableState(table, expiry, isOn, tags))
        : Flow.of(this);
  }
}
