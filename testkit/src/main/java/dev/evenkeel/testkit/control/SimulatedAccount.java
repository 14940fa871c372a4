package dev.evenkeel.testkit.control;

import dev.evenkeel.testkit.control.ControlEvent.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * The tables of an account in virtual time: their actual and their visible state. Not safe for use
 * by several threads.
 */
final class SimulatedAccount {
  private final Draws draws;
  private final ControlTimings timings;
  private final AccountQuotas quotas;
  private final Set<EngineCapability> engine;
  private final RealTables real;
  private final ControlLog log;
  private final Agenda agenda = new Agenda();
  private final TreeMap<String, SimulatedTable> tables = new TreeMap<>();
  private final DescribedTables described = new DescribedTables();
  private Instant now;

  SimulatedAccount(
      Draws draws,
      ControlTimings timings,
      ControlLimits limits,
      Set<EngineCapability> engine,
      RealTables real,
      ControlLog log,
      Instant start) {
    this.draws = draws;
    this.timings = timings;
    this.quotas = new AccountQuotas(limits, tables);
    this.engine = engine;
    this.real = real;
    this.log = log;
    this.now = start;
  }

  Instant now() {
    return now;
  }

  AccountQuotas quotas() {
    return quotas;
  }

  /** Runs all events that are due until then. */
  void advance(Duration time) {
    Instant end = now.plus(time);
    for (Agenda.Due due = agenda.next(end); due != null; due = agenda.next(end)) {
      now = due.at().isAfter(now) ? due.at() : now;
      due.event().run();
    }
    now = end;
  }

  TableDescription create(CreateTableRequest request, AppliedFaults applied) {
    String id = draws.id(String.valueOf(request.tableName()));
    TableDescription created = Creation.of(request, now, id, engine);
    if (tables.containsKey(created.tableName())) {
      throw Errors.inUse("Table already exists: " + created.tableName());
    }
    quotas.requireRoomFor(created);
    real.create(request);
    SimulatedTable table = enter(id, created, request.tags());
    begin(table, draw(timings.creating(), "creating", table), applied, () -> created(table));
    return created;
  }

  private SimulatedTable enter(String id, TableDescription created, List<Tag> tags) {
    SimulatedTable table = new SimulatedTable(id, created);
    tables.put(table.name(), table);
    tag(table, tags);
    tell(table);
    tellTags(table);
    return table;
  }

  private void tag(SimulatedTable table, List<Tag> tags) {
    if (engine.contains(EngineCapability.TAGS)) {
      tags.forEach(tag -> table.tags().put(tag.key(), tag.value()));
    }
  }

  private void created(SimulatedTable table) {
    table.servesFrom(now.plus(draw(timings.notServing(), "not serving", table)));
    settled(table, table.truth());
  }

  /** Makes a table that was there before anything happened; nothing of it is logged. */
  void adopt(CreateTableRequest request) {
    if (tables.containsKey(request.tableName())) {
      throw new IllegalArgumentException("Table '" + request.tableName() + "' is there already.");
    }
    String id = draws.id(request.tableName());
    TableDescription created = IndexUpdates.settled(Creation.of(request, now, id, engine));
    try {
      real.create(request);
    } catch (ResourceInUseException e) {
      // The engine has the table: that is what adopting is for.
    }
    SimulatedTable table = new SimulatedTable(id, created);
    table.servesFrom(now);
    tag(table, request.tags());
    table.describedTags.publish(now, Map.copyOf(table.tags()));
    tables.put(table.name(), table);
    described.publish(now, table.name(), created);
  }

  TableDescription update(UpdateTableRequest request, AppliedFaults applied) {
    SimulatedTable table = require(request.tableName());
    refuseBusy(table);
    Update update = Update.of(table.truth(), request, now, engine);
    quotas.requireRoomFor(table, update, now);
    real.update(request);
    quotas.take(table, update, now);
    table.become(update.during());
    tell(table);
    begin(
        table,
        draw(timings.updating(), "updating", table),
        applied,
        () -> settled(table, update.after()));
    return table.truth();
  }

  TableDescription delete(String name, AppliedFaults applied) {
    SimulatedTable table = require(name);
    if (table.status() == TableStatus.DELETING) {
      return table.truth();
    }
    refuseBusy(table);
    if (Boolean.TRUE.equals(table.truth().deletionProtectionEnabled())) {
      throw Errors.invalid(
          "Resource cannot be deleted as it is currently protected against deletion. Disable"
              + " deletion protection first.");
    }
    quotas.requireRoomToWork(false);
    table.become(TableStatus.DELETING);
    table.servesUntil(now.plus(draw(timings.servingDeleted(), "serving deleted", table)));
    tell(table);
    begin(table, draw(timings.deleting(), "deleting", table), applied, () -> gone(table));
    return table.truth();
  }

  private void gone(SimulatedTable table) {
    tables.remove(table.name());
    real.drop(table.name());
    described.publish(
        now.plus(draw(timings.describing(), "describing", table)), table.name(), null);
    note("Status", table.name(), table, Outcome.STATUS, "GONE");
    Duration kept = ControlFault.LAG_MAX.plus(timings.describing().max());
    agenda.add(now.plus(kept), () -> described.forgetGone(now.minus(ControlFault.LAG_MAX)));
  }

  /** Ends the running operation on a table at once. */
  void release(String name) {
    SimulatedTable table = tables.get(name);
    SimulatedTable.Work work = table == null ? null : table.work();
    if (work == null) {
      throw new IllegalArgumentException("Nothing goes on with table '" + name + "'.");
    }
    if (work.due() != null) {
      agenda.remove(work.due());
    }
    work.end().run();
  }

  /** The tables as eventually consistent reads see them, also at a past time. */
  DescribedTables described() {
    return described;
  }

  /** The table in truth. */
  @Nullable SimulatedTable find(String name) {
    return tables.get(name);
  }

  SimulatedTable require(String name) {
    SimulatedTable table = tables.get(name);
    if (table == null) {
      throw DescribedTables.notFound(name);
    }
    return table;
  }

  static void refuseBusy(SimulatedTable table) {
    if (table.isBusy()) {
      String doing =
          switch (table.status()) {
            case CREATING -> "created";
            case UPDATING -> "updated";
            default -> "deleted";
          };
      throw Errors.inUse(
          "Attempt to change a resource which is still in use: Table is being %s: %s"
              .formatted(doing, table.name()));
    }
  }

  Duration draw(TimeRange range, String what, SimulatedTable table) {
    return draws.time(range, what, table.name());
  }

  void tellTags(SimulatedTable table) {
    Duration late = draw(timings.describing(), "telling tags", table);
    table.describedTags.publish(now.plus(late), Map.copyOf(table.tags()));
  }

  Duration drawTimeToLive(SimulatedTable table) {
    return draw(timings.updating(), "time to live", table);
  }

  private void begin(SimulatedTable table, Duration takes, AppliedFaults applied, Runnable end) {
    Runnable ending =
        () -> {
          table.finish();
          end.run();
        };
    Duration longer = applied.longer();
    table.begin(ending, longer == null ? null : agenda.add(now.plus(takes).plus(longer), ending));
  }

  private void settled(SimulatedTable table, TableDescription truth) {
    table.become(IndexUpdates.settled(truth));
    tell(table);
    note("Status", table.name(), table, Outcome.STATUS, table.status().toString());
  }

  private void tell(SimulatedTable table) {
    Duration late = draw(timings.describing(), "describing", table);
    described.publish(now.plus(late), table.name(), table.truth());
  }

  /** Puts what happens now into the log. */
  void note(
      String operation,
      @Nullable String name,
      @Nullable SimulatedTable table,
      Outcome outcome,
      String detail) {
    log.add(
        new ControlEvent(
            now,
            operation,
            name,
            table == null ? null : table.id(),
            outcome,
            detail,
            quotas.busyTables()));
  }
}
