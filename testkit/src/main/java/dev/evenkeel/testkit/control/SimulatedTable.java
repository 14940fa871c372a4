package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** One table as it is in truth, from CreateTable until it is gone. */
final class SimulatedTable {
  final TimeToLiveSetting timeToLive = new TimeToLiveSetting();
  final RecoverySetting recovery = new RecoverySetting();
  final LaggingView<Map<String, String>> toldTags = new LaggingView<>();
  final TrailingQuota onDemandSwitches = TrailingQuota.ofOnDemandSwitches();
  final TrailingQuota classChanges = TrailingQuota.ofTableClassChanges();

  private final Map<String, DecreaseQuota> decreases = new HashMap<>();
  private final Map<String, String> tags = new TreeMap<>();
  private final String id;
  private TableDescription truth;
  private Units units;
  private @Nullable Instant servesFrom;
  private @Nullable Instant servesUntil;
  private @Nullable Work work;

  SimulatedTable(String id, TableDescription truth) {
    this.id = id;
    this.truth = truth;
    this.units = Units.total(truth);
  }

  TableDescription truth() {
    return truth;
  }

  void become(TableDescription changed) {
    truth = changed;
  }

  void become(TableStatus status) {
    truth = truth.toBuilder().tableStatus(status).build();
  }

  /** What it uses of its account's quota: from the start of an update what it will have after. */
  Units units() {
    return units;
  }

  void reserve(Units changed) {
    units = changed;
  }

  String name() {
    return truth.tableName();
  }

  String id() {
    return id;
  }

  TableStatus status() {
    return truth.tableStatus();
  }

  boolean isBusy() {
    return status() != TableStatus.ACTIVE;
  }

  /** Also once it is gone. */
  boolean isDeleted() {
    return status() == TableStatus.DELETING;
  }

  void servesFrom(Instant time) {
    servesFrom = time;
  }

  void servesUntil(Instant time) {
    servesUntil = time;
  }

  /** Whether reads and writes find it. */
  boolean serves(Instant now) {
    return servesFrom != null
        && !now.isBefore(servesFrom)
        && (servesUntil == null || now.isBefore(servesUntil));
  }

  DecreaseQuota decreases(String index) {
    return decreases.computeIfAbsent(index, key -> new DecreaseQuota());
  }

  Map<String, String> tags() {
    return tags;
  }

  /** What goes on now, and when it ends; null for never. */
  void begin(Runnable end, Agenda.@Nullable Due due) {
    work = new Work(end, due);
  }

  @Nullable Work work() {
    return work;
  }

  void finish() {
    work = null;
  }

  record Work(Runnable end, Agenda.@Nullable Due due) {}
}
