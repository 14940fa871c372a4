package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.internal.live.LayoutSession;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.live.Registration;
import dev.evenkeel.sharding.internal.live.RowWatch;
import dev.evenkeel.sharding.internal.live.SessionFlows;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Keeps the lease of a process on the layout of one table. Used by one thread. */
final class Renewal {
  private static final Logger LOG = LoggerFactory.getLogger("dev.evenkeel.sharding.LayoutStore");
  private static final Duration READY_LOOK = Duration.ofMillis(500);
  private static final Duration PAUSED_LOOK = Duration.ofMillis(100);

  /** After which any client gives a pause up. */
  private static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  private final LayoutTable table;
  private final String spec;
  private final LayoutTimes times;
  private final ElapsedTime clock;
  private final Sender<Object> sender;
  private final SyncRunner runner = SyncRunner.create();
  private final ClockError clockError;
  private final LayoutSession session;
  private final SessionFlows flows;
  private final BackOff backOff;
  private volatile @Nullable RowSweep sweep;
  private long renewAt;
  private long lookAt;
  private long pausedSince;
  private long pausedVersion;

  /**
   * @param spec what the spec of the process says of the layout
   * @param sender sends to the control table
   * @param clockError as the answers to that show it
   */
  Renewal(
      LayoutTable table,
      String spec,
      LayoutTimes times,
      ElapsedTime clock,
      Sender<Object> sender,
      ClockError clockError) {
    this.table = table;
    this.spec = spec;
    this.times = times;
    this.clock = clock;
    this.sender = sender;
    this.clockError = clockError;
    this.session = new LayoutSession(times, clock, System::nanoTime, clockError::isBounded);
    this.flows =
        new SessionFlows(
            table,
            session,
            LayoutRecord.first(times.with(spec)),
            clock,
            () -> Registration.fresh(UUID.randomUUID().toString()));
    this.backOff = new BackOff(clock, times.lease().dividedBy(6));
    this.renewAt = clock.getAsLong();
    this.lookAt = renewAt;
  }

  LayoutSession session() {
    return session;
  }

  boolean isOf(String other) {
    return spec.equals(other);
  }

  /** See {@link LayoutSessions#watchRows}; not called by two threads at a time. */
  RowWatch watchRows() {
    RowSweep there = sweep;
    if (there == null) {
      there = new RowSweep(table, times);
      sweep = there;
    }
    return there.watch();
  }

  void renew() {
    if (!backOff.isOver()) {
      return;
    }
    try {
      long now = clock.getAsLong();
      if (now - renewAt >= 0) {
        send(flows.refresh());
        if (!clockError.isBounded()) {
          session.failed(clockError.failure());
        }
        renewAt = now + (session.isSetBack() ? 0 : times.lease().toNanos() / 3);
        looked(now);
      } else if (now - lookAt >= 0 && registers()) {
        send(flows.poll());
        renewAt = session.isSetBack() ? now : renewAt; // so that each repetition keeps the row
        looked(now);
      }
      requireNotSetBack();
      if (session.record() != null && !registers() && session.registration() != null) {
        send(flows.leave());
        renewAt = now; // the lease went with the row
      }
      if (session.toAcknowledge().isPresent()) {
        send(flows.acknowledge());
      }
      giveUpLongPause(now);
      backOff.succeeded();
    } catch (RuntimeException e) {
      note(e);
    }
  }

  /** Looks at the rows of all clients, if that is due; false if not. */
  boolean swept() {
    RowSweep there = sweep;
    return there != null
        && backOff.isOver()
        && registers()
        && !is(State.PAUSED)
        && !session.isSetBack()
        && there.run(this::send);
  }

  /** Nothing is done by a record that was set back but to keep the row. */
  private void requireNotSetBack() {
    if (session.isSetBack()) {
      throw LayoutUnknownException.setBack(table.table(), false);
    }
  }

  private void send(Flow<?> flow) {
    runner.run(flow, sender, Deadline.NONE);
  }

  private void looked(long now) {
    lookAt = now + (is(State.PAUSED) ? PAUSED_LOOK : READY_LOOK).toNanos();
  }

  /** Whether clients have to be registered by the record that is known. */
  private boolean registers() {
    LayoutRecord record = session.record();
    return record != null && record.state().registers();
  }

  private boolean is(State state) {
    LayoutRecord record = session.record();
    return record != null && record.state() == state;
  }

  private void giveUpLongPause(long now) {
    LayoutRecord record = session.record();
    if (record == null || record.state() != State.PAUSED) {
      return;
    }
    if (record.version() != pausedVersion) {
      pausedVersion = record.version();
      pausedSince = now;
    } else if (now - pausedSince > PAUSE_MAX.toNanos()) {
      send(flows.abort());
    }
  }

  private void note(RuntimeException e) {
    session.failed(e);
    if (backOff.failed()) {
      LOG.warn(
          "The layout record of table '{}' cannot be renewed in '{}'; calls on the table fail"
              + " once the lease is over.",
          table.table(),
          table.control(),
          e);
    }
  }

  /** Takes the row away, if there is one; false if the control table does not answer. */
  boolean leave() {
    try {
      send(flows.leave());
      return true;
    } catch (RuntimeException e) {
      LOG.debug("The row of a client of table '{}' stays for a while.", table.table(), e);
      return e instanceof DynamoDbException;
    }
  }
}
