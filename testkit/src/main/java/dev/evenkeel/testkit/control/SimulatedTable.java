package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** The actual state of one table, from CreateTable until it is gone. */
final class SimulatedTable {
  final TimeToLiveSetting timeToLive = new TimeToLiveSetting();
  final RecoverySetting recovery = new RecoverySetting();
  final LaggingView<Map<String, String>> describedTags = new LaggingView<>();

  /** Four switches to on-demand in 24 hours (developer guide, "Quotas in Amazon DynamoDB"). */
  final TrailingQuota onDemandSwitches = new TrailingQuota(4, Duration.ofHours(24));

  /** Two changes of a table's class in 30 days (developer guide, "Table classes"). */
  final TrailingQuota classChanges = new TrailingQuota(2, Duration.ofDays(30));

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

  /** Its use of the account's quota: during an update already that after it. */
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

  /** Whether the table is being deleted, or is gone. */
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

  /** The running operation, and its end; null for never. */
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

  /** Time to live of one table as it is set; no item goes because of it. */
  static final class TimeToLiveSetting {
    /** A second change within it is refused (API reference, UpdateTimeToLive). */
    private static final Duration CHANGE_INTERVAL = Duration.ofHours(1);

    private @Nullable String attribute;
    private boolean enabled;
    private @Nullable Instant changed;
    private @Nullable Instant settled;

    void update(TimeToLiveSpecification asked, Instant now, Duration takes) {
      boolean enable = Boolean.TRUE.equals(asked.enabled());
      if (enable == enabled) {
        throw Errors.invalid("TimeToLive is already " + (enable ? "enabled" : "disabled"));
      }
      if (changed != null && now.isBefore(changed.plus(CHANGE_INTERVAL))) {
        throw Errors.invalid(
            "Time to live has been modified multiple times within a fixed interval");
      }
      enabled = enable;
      attribute = asked.attributeName();
      changed = now;
      settled = now.plus(takes);
    }

    TimeToLiveDescription describe(Instant now) {
      boolean pending = settled != null && now.isBefore(settled);
      if (enabled) {
        return TimeToLiveDescription.builder()
            .timeToLiveStatus(pending ? TimeToLiveStatus.ENABLING : TimeToLiveStatus.ENABLED)
            .attributeName(attribute)
            .build();
      }
      TimeToLiveDescription.Builder off = TimeToLiveDescription.builder();
      return pending
          ? off.timeToLiveStatus(TimeToLiveStatus.DISABLING).attributeName(attribute).build()
          : off.timeToLiveStatus(TimeToLiveStatus.DISABLED).build();
    }
  }

  /** At most so many within any stretch of time of this length. */
  static final class TrailingQuota {
    private final int max;
    private final Duration window;
    private final ArrayDeque<Instant> taken = new ArrayDeque<>();

    TrailingQuota(int max, Duration window) {
      this.max = max;
      this.window = window;
    }

    boolean allows(Instant now) {
      while (!taken.isEmpty() && !taken.getFirst().plus(window).isAfter(now)) {
        taken.removeFirst();
      }
      return taken.size() < max;
    }

    void take(Instant now) {
      if (!allows(now)) {
        throw new IllegalStateException("nothing is left at " + now);
      }
      taken.addLast(now);
    }

    int max() {
      return max;
    }
  }
}
