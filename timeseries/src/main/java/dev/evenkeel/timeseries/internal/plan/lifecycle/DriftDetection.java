package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan.Drift;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Compares a table with its template. Settings that the template leaves open are no drift, except
 * for indexes, which cost writes. Capacity and table class are not settings: they have actions of
 * their own.
 */
final class DriftDetection {
  private final TableState state;
  private final TableDescription table;
  private final CreateTableRequest wanted;
  private final List<Drift> drift = new ArrayList<>();

  private DriftDetection(TableState state) {
    this.state = state;
    this.table = state.table();
    this.wanted = state.spec().template().request();
  }

  /** The differences, in the order in which they are mended. */
  static List<Drift> of(TableState state) {
    DriftDetection drifts = new DriftDetection(state);
    drifts.tags(state.missingTags());
    drifts.expiry(state.spec().template().timeToLiveAttribute());
    if (Boolean.FALSE.equals(state.isRecoverable())) {
      drifts.add(TableSetting.POINT_IN_TIME_RECOVERY, "is off, and the template has it on", true);
    }
    drifts.stream();
    drifts.protection();
    drifts.encryption();
    drifts.indexes();
    return drifts.drift;
  }

  private void add(TableSetting setting, String difference, boolean isMendable) {
    if (!state.lacking().contains(setting)) {
      drift.add(new Drift(table.tableName(), setting, difference, isMendable));
    }
  }

  private void tags(Map<String, String> missing) {
    if (!missing.isEmpty()) {
      add(TableSetting.TAGS, "lack " + missing + " of the template", true);
    }
  }

  private void expiry(@Nullable String attribute) {
    if (attribute == null || state.expiry() == null) {
      return;
    }
    TimeToLiveStatus status = state.expiry().timeToLiveStatus();
    boolean isOn = status == TimeToLiveStatus.ENABLED || status == TimeToLiveStatus.ENABLING;
    if (!isOn) {
      add(
          TableSetting.TIME_TO_LIVE,
          "is off, and the template has it by '%s'".formatted(attribute),
          true);
    } else if (!attribute.equals(state.expiry().attributeName())) {
      add(
          TableSetting.TIME_TO_LIVE,
          "goes by '%s', and by the template by '%s'"
              .formatted(state.expiry().attributeName(), attribute),
          false);
    }
  }

  private void stream() {
    StreamSpecification expected = wanted.streamSpecification();
    if (expected == null || !Boolean.TRUE.equals(expected.streamEnabled())) {
      return;
    }
    StreamSpecification actual = table.streamSpecification();
    if (actual == null || !Boolean.TRUE.equals(actual.streamEnabled())) {
      add(
          TableSetting.STREAMS,
          "are off, and the template has %s".formatted(expected.streamViewTypeAsString()),
          true);
    } else if (expected.streamViewType() != actual.streamViewType()) {
      add(
          TableSetting.STREAMS,
          "show %s, and by the template %s"
              .formatted(actual.streamViewTypeAsString(), expected.streamViewTypeAsString()),
          false);
    }
  }

  private void protection() {
    if (Boolean.TRUE.equals(wanted.deletionProtectionEnabled())
        && !Boolean.TRUE.equals(table.deletionProtectionEnabled())) {
      add(TableSetting.DELETION_PROTECTION, "is off, and the template has it on", true);
    }
  }

  /** The key behind an alias is unknown, so only its type is compared. */
  private void encryption() {
    SSESpecification expected = wanted.sseSpecification();
    if (expected == null || !Boolean.TRUE.equals(expected.enabled())) {
      return;
    }
    SSEDescription actual = table.sseDescription();
    boolean isOn =
        actual != null
            && actual.sseType() == SSEType.KMS
            && actual.status() != SSEStatus.DISABLED
            && actual.status() != SSEStatus.DISABLING;
    String key = expected.kmsMasterKeyId();
    if (!isOn) {
      add(TableSetting.ENCRYPTION, "is by a key of DynamoDB's, and by the template by KMS", false);
    } else if (key != null
        && !key.contains("alias/")
        && actual.kmsMasterKeyArn() != null
        && !actual.kmsMasterKeyArn().equals(key)
        && !actual.kmsMasterKeyArn().endsWith("/" + key)) {
      add(
          TableSetting.ENCRYPTION,
          "is by key %s, and by the template by %s".formatted(actual.kmsMasterKeyArn(), key),
          false);
    }
  }

  private record Index(Set<KeySchemaElement> key, ProjectionType type, Set<String> attributes) {
    static Index of(List<KeySchemaElement> key, @Nullable Projection projection) {
      return new Index(
          new HashSet<>(key),
          projection == null || projection.projectionType() == null
              ? ProjectionType.KEYS_ONLY
              : projection.projectionType(),
          projection == null ? Set.of() : new HashSet<>(projection.nonKeyAttributes()));
    }
  }

  private void indexes() {
    Map<String, Index> actual = new TreeMap<>();
    table
        .globalSecondaryIndexes()
        .forEach(i -> actual.put(i.indexName(), Index.of(i.keySchema(), i.projection())));
    table
        .localSecondaryIndexes()
        .forEach(i -> actual.put(i.indexName(), Index.of(i.keySchema(), i.projection())));
    Map<String, Index> expected = new TreeMap<>();
    wanted
        .globalSecondaryIndexes()
        .forEach(i -> expected.put(i.indexName(), Index.of(i.keySchema(), i.projection())));
    wanted
        .localSecondaryIndexes()
        .forEach(i -> expected.put(i.indexName(), Index.of(i.keySchema(), i.projection())));
    Set<String> names = new TreeSet<>(actual.keySet());
    names.addAll(expected.keySet());
    for (String name : names) {
      if (!actual.containsKey(name)) {
        add(TableSetting.INDEXES, "lack '%s' of the template".formatted(name), false);
      } else if (!expected.containsKey(name)) {
        add(TableSetting.INDEXES, "have '%s', which the template has not".formatted(name), false);
      } else if (!actual.get(name).equals(expected.get(name))) {
        add(
            TableSetting.INDEXES,
            "have '%s' with another key or projection than the template".formatted(name),
            false);
      }
    }
  }
}
