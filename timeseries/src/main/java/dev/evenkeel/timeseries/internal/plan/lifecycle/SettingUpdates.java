package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.internal.lifecycle.PointInTimeRecovery;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.internal.lifecycle.TableTags;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/**
 * Applies the settings of the template that a table lacks: those that CreateTable cannot carry, and
 * those that an adopted table, or one that an engine built without a word, lacks. A setting that
 * the engine does not support is noted, and is no failure. Protection comes last, for it makes the
 * table UPDATING, and other changes would have to wait.
 */
final class SettingUpdates {
  private final RunContext context;
  private final TableDescription table;
  private final LedgerEntry entry;
  private final TableTemplate template;
  private final EnumSet<TableSetting> lacking = EnumSet.noneOf(TableSetting.class);
  private @Nullable String waitsFor;

  private SettingUpdates(RunContext context, TableDescription table, LedgerEntry entry) {
    this.context = context;
    this.table = table;
    this.entry = entry;
    this.template = context.spec().template();
  }

  /**
   * The result of the updates.
   *
   * @param lacking the settings that the engine was seen not to have
   * @param waitsFor the change that has to end before the settings are made; null if they are
   */
  record Made(Set<TableSetting> lacking, @Nullable String waitsFor) {}

  static Flow<Made> make(RunContext context, TableDescription table, LedgerEntry entry) {
    return Flow.defer(() -> new SettingUpdates(context, table, entry).all());
  }

  private Flow<Made> all() {
    lackingAfterCreate();
    return known(TableSetting.TAGS, this::tags)
        .then(known(TableSetting.TIME_TO_LIVE, this::timeToLive))
        .then(known(TableSetting.POINT_IN_TIME_RECOVERY, this::recovery))
        .then(Flow.defer(this::protection))
        .map(
            done -> {
              lacking.forEach(setting -> context.noteLacking(table.tableName(), setting));
              return new Made(lacking, waitsFor);
            });
  }

  /** A setting of CreateTable that the description lacks is unknown to a local engine. */
  private void lackingAfterCreate() {
    if (!context.settings().isLocal()) {
      return;
    }
    CreateTableRequest wanted = template.request();
    if (wanted.streamSpecification() != null
        && Boolean.TRUE.equals(wanted.streamSpecification().streamEnabled())
        && table.streamSpecification() == null) {
      lacking.add(TableSetting.STREAMS);
    }
    if (wanted.warmThroughput() != null && table.warmThroughput() == null) {
      lacking.add(TableSetting.WARM_THROUGHPUT);
    }
    if (wanted.tableClass() != null
        && wanted.tableClass() != TableClass.STANDARD
        && table.tableClassSummary() == null) {
      lacking.add(TableSetting.TABLE_CLASS);
    }
  }

  private Flow<Done> known(TableSetting setting, Supplier<Flow<Done>> flow) {
    if (entry.lacking().contains(setting)) {
      lacking.add(setting);
      return Flow.done();
    }
    return Flow.defer(flow)
        .recover(
            Refusals::isUnsupported,
            failure -> {
              lacking.add(setting);
              return Flow.done();
            });
  }

  /** A table that we built has its tags, unless its engine forgot them. */
  private Flow<Done> tags() {
    return TableTags.upTo(TableOwnership.TAG, table)
        .then(
            tags ->
                tags.containsKey(TableOwnership.TAG)
                    ? Flow.done()
                    : TableTags.put(table, Map.of(TableOwnership.TAG, context.spec().tableName())))
        .recover(
            ErrorCode::isDenied,
            failure -> {
              context.note(
                  "tags of table '%s' may not be read: it cannot be proven ours when it is to be deleted"
                      .formatted(table.tableName()));
              return Flow.done();
            });
  }

  private Flow<Done> timeToLive() {
    String attribute = template.timeToLiveAttribute();
    if (attribute == null) {
      return Flow.done();
    }
    return TableCall.describeTimeToLive(table.tableName())
        .then(answer -> timeToLive(attribute, answer.timeToLiveDescription()));
  }

  private Flow<Done> timeToLive(String attribute, @Nullable TimeToLiveDescription is) {
    TimeToLiveStatus status = is == null ? TimeToLiveStatus.DISABLED : is.timeToLiveStatus();
    if (status == TimeToLiveStatus.DISABLED) {
      return expire(table.tableName(), attribute, true).recover(ErrorCode::isInvalid, this::notYet);
    }
    if (status == TimeToLiveStatus.DISABLING) {
      waitsFor = "its time to live is being disabled";
    } else if (is != null && !Objects.equals(is.attributeName(), attribute)) {
      context.note(
          "time to live of table '%s' is by attribute '%s' and not by '%s'; it is left so"
              .formatted(table.tableName(), is.attributeName(), attribute));
    }
    return Flow.done();
  }

  /**
   * AWS takes a change of it once an hour, and a table that was frozen and reopened had it switched
   * off. There is no other error code for that than for a request that is wrong, which this one is
   * not: the template has seen to the attribute.
   */
  private Flow<Done> notYet(Throwable failure) {
    waitsFor =
        "its time to live cannot be switched on yet, for it may be changed once an hour: "
            + Refusals.text(failure);
    return Flow.done();
  }

  private Flow<Done> recovery() {
    if (!template.isPointInTimeRecovery()) {
      return Flow.done();
    }
    String name = table.tableName();
    return PointInTimeRecovery.isOn(name)
        .then(isOn -> isOn ? Flow.done() : PointInTimeRecovery.switchOn(name));
  }

  private Flow<Done> protection() {
    boolean wanted = Boolean.TRUE.equals(template.request().deletionProtectionEnabled());
    if (!wanted || Boolean.TRUE.equals(table.deletionProtectionEnabled())) {
      return Flow.done();
    }
    if (context.settings().isLocal() && table.deletionProtectionEnabled() == null) {
      lacking.add(TableSetting.DELETION_PROTECTION);
      return Flow.done();
    }
    return protect(table.tableName(), true);
  }

  /** Switches time to live on or off. */
  static Flow<Done> expire(String tableName, String attribute, boolean isOn) {
    UpdateTimeToLiveRequest request =
        UpdateTimeToLiveRequest.builder()
            .tableName(tableName)
            .timeToLiveSpecification(to -> to.enabled(isOn).attributeName(attribute))
            .build();
    return TableCall.updateTimeToLive(request).map(answer -> Done.DONE);
  }

  /** Puts the protection from deletion on, or takes it off. */
  static Flow<Done> protect(String tableName, boolean isOn) {
    UpdateTableRequest request =
        UpdateTableRequest.builder().tableName(tableName).deletionProtectionEnabled(isOn).build();
    return TableCall.updateTable(request).map(answer -> Done.DONE);
  }
}
