package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a client for its layout, besides its calls.
 *
 * @param newRow gives the row of a new registration, with an id that was never used
 * @param first the record of a table that has none
 */
public record SessionFlows(
    LayoutTable table,
    LayoutSession session,
    LayoutRecord first,
    LongSupplier nanos,
    Supplier<Registration> newRow) {

  /**
   * Reads the record for a lease: after a beat, where clients have to be registered. One read, and
   * a write unit more where clients have to be registered.
   */
  public Flow<Done> refresh() {
    return Flow.defer(
        () -> {
          Registration row = session.nextBeat();
          return row == null ? refreshUnregistered() : refreshAs(row);
        });
  }

  private Flow<Done> refreshUnregistered() {
    long from = nanos.getAsLong();
    return table
        .read(first)
        .then(
            read -> {
              Registration row = read.state().registers() ? session.register(newRow.get()) : null;
              if (row != null) {
                return refreshAs(row);
              }
              session.adopt(read, null, from);
              return Flow.done();
            });
  }

  private Flow<Done> refreshAs(Registration row) {
    long from = nanos.getAsLong();
    Flow<Done> beat =
        session.isSetBack() ? table.clients().beatUnacknowledged(row) : table.clients().beat(row);
    return beat.then(done -> read(row, from));
  }

  private Flow<Done> read(@Nullable Registration beaten, long from) {
    return table
        .read(first)
        .map(
            read -> {
              session.adopt(read, beaten, from);
              return Done.DONE;
            });
  }

  /** Reads the record for news; where clients have to be registered, without a lease. One read. */
  public Flow<Done> poll() {
    return Flow.defer(() -> read(null, nanos.getAsLong()));
  }

  /** Acknowledges a pause that this client has taken note of. */
  public Flow<Done> acknowledge() {
    return Flow.defer(
        () -> {
          LayoutRecord paused = session.toAcknowledge().orElse(null);
          Registration row = session.registration();
          if (paused == null || row == null) {
            return Flow.done();
          }
          Registration acknowledging = row.acknowledging(paused.version(), paused.change());
          return table
              .clients()
              .acknowledge(acknowledging)
              .map(
                  done -> {
                    session.acknowledged(acknowledging);
                    return done;
                  });
        });
  }

  /** Gives a pause up that lasts too long; anybody may. */
  public Flow<Done> abort() {
    return Flow.defer(
        () -> {
          LayoutRecord seen = session.record();
          return seen == null || seen.state() != State.PAUSED
              ? Flow.done()
              : table.swap(seen, seen.aborted()).then(poll());
        });
  }

  /** Deletes this client's row, if nothing is under way. */
  public Flow<Done> leave() {
    return Flow.defer(
        () -> {
          Registration row = session.deregister();
          return row == null ? Flow.done() : table.clients().delete(row);
        });
  }
}
