package dev.evenkeel.timeseries.internal.plan.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Held;
import dev.evenkeel.core.internal.lease.Leases;
import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.testkit.control.MemoryItems;
import dev.evenkeel.timeseries.internal.plan.ledger.Ledger.LedgerView;
import dev.evenkeel.timeseries.internal.plan.lifecycle.ControlTable;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException.Reason;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The fencing of writes to the ledger, and the entries that remain. */
class LedgerTest {
  private static final TimeSpan DAY = Period.DAY.containing(Instant.parse("2026-03-10T12:00:00Z"));
  private static final LedgerEntry ENTRY = LedgerEntry.building("readings_2026-03-10", DAY);

  private final Ledger ledger = new Ledger("control", "readings");
  private final SyncRunner driver = SyncRunner.create();
  private final ControlPlaneSimulator aws =
      ControlPlaneSimulator.seeded(1).over(MemoryItems.paging(1).client()).build();
  private final DynamoDbClient client = aws.client();

  private <T> T run(Flow<T> flow) {
    return driver.run(
        flow,
        request -> {
          if (request instanceof Pause pause) {
            aws.advance(pause.longest());
            return Done.DONE;
          }
          return request instanceof Now
              ? aws.instant()
              : Sender.sync(client, Sender.nothingElse()).send(request);
        },
        Deadline.NONE);
  }

  private Lease lease(String owner) {
    return ((Held) run(Leases.acquire(ledger.lease(), owner, Duration.ofMinutes(1)))).lease();
  }

  @BeforeEach
  void createTable() {
    run(ControlTable.create("control", Duration.ofMinutes(5), true));
  }

  @Test
  void write_allThereIs_isReadBackWithTheFence() {
    Lease lease = lease("a");
    LedgerEntry full =
        ENTRY
            .in(State.SERVING)
            .of("id", Instant.parse("2026-03-09T23:00:00.5Z"))
            .announced()
            .lacking(Set.of(TableSetting.TAGS));
    LedgerEntry other = LedgerEntry.building("readings_2026-03-11", DAY);

    run(ledger.write(full, lease));
    run(ledger.write(other, lease));
    run(ledger.recordTime(Instant.parse("2026-03-10T12:00:00.9Z")));

    LedgerView view = run(ledger.read());
    assertThat(view.entries()).extracting(LedgerEntry::fence).containsExactly(1L, 1L);
    assertThat(view.entries().get(0))
        .isEqualTo(
            new LedgerEntry(
                full.tableName(),
                DAY,
                State.SERVING,
                "id",
                full.created(),
                true,
                false,
                false,
                full.lacking(),
                1));
    assertThat(view.latest()).isEqualTo("2026-03-10T12:00:00Z");
  }

  @Test
  void write_byOneWhoWasOvertaken_isRefusedAndChangesNothing() {
    Lease paused = lease("paused");
    run(ledger.write(ENTRY, paused));
    Lease successor = lease("successor");
    run(ledger.write(ENTRY.in(State.RETIRED), successor));

    assertThatThrownBy(() -> run(ledger.write(ENTRY.in(State.DELETING), paused)))
        .matches(failure -> LifecycleException.is(failure, Reason.LEASE_LOST));
    assertThatThrownBy(() -> run(ledger.forget(ENTRY, paused)))
        .matches(failure -> LifecycleException.is(failure, Reason.LEASE_LOST));
    assertThat(run(ledger.read()).entries())
        .singleElement()
        .extracting(LedgerEntry::state)
        .isEqualTo(State.RETIRED);

    run(ledger.forget(ENTRY, successor));
    assertThat(run(ledger.read()).entries()).isEmpty();
  }

  @Test
  void write_again_takesAwayWhatIsNoLongerKnown() {
    Lease lease = lease("a");
    run(ledger.write(ENTRY.of("id", Instant.EPOCH), lease));
    run(ledger.write(ENTRY, lease));

    assertThat(run(ledger.read()).entries())
        .singleElement()
        .matches(entry -> entry.tableId() == null);
  }

  @Test
  void saw_earlierInstant_isNotRemembered() {
    run(ledger.recordTime(Instant.parse("2026-03-10T12:00:00Z")));
    run(ledger.recordTime(Instant.parse("2026-03-10T11:00:00Z")));
    assertThat(run(ledger.read()).latest()).isEqualTo("2026-03-10T12:00:00Z");

    run(ledger.acceptClock(Instant.parse("2026-03-10T11:00:00Z")));
    assertThat(run(ledger.read()).latest()).isEqualTo("2026-03-10T11:00:00Z");
  }
}
