package dev.evenkeel.core.internal.lease;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.lease.Lease.Acquisition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One who does a few things with a lease, one after the other, and what it may believe meanwhile.
 */
final class Actor {
  /** The actions of an actor; those that need a lease are left out without one. */
  enum Deed {
    TRY,
    ACQUIRE,
    RENEW,
    RELEASE
  }

  private final String owner;
  private final List<Deed> deeds;
  private final LeaseFixture fixture;
  private int done;
  private @Nullable FlowStepper<?> stepper;
  private int ticket;
  private @Nullable Request<?> asked;
  private boolean begun;
  private long startedAt;
  private @Nullable Lease lease;
  private long believesUntil = Long.MIN_VALUE;

  Actor(String owner, List<Deed> deeds, LeaseFixture fixture) {
    this.owner = owner;
    this.deeds = deeds;
    this.fixture = fixture;
    begin();
  }

  String owner() {
    return owner;
  }

  /** The unanswered request; null once the actor has done everything. */
  @Nullable Request<?> asked() {
    return asked;
  }

  /** The lease that it may rely on now; null if on none. */
  @Nullable Lease believed() {
    return fixture.now() < believesUntil ? lease : null;
  }

  void answer(Object answer) {
    sent();
    stepper().answer(ticket, answer);
    advance();
  }

  void fail(Throwable failure) {
    sent();
    stepper().fail(ticket, failure);
    advance();
  }

  /** A deed begins as late as it can: right before its first request. */
  private void sent() {
    if (begun) {
      return;
    }
    begun = true;
    startedAt = fixture.now();
    if (deeds.get(done) != Deed.RENEW) {
      believesUntil = Long.MIN_VALUE;
    }
  }

  private FlowStepper<?> stepper() {
    if (stepper == null) {
      throw new IllegalStateException("nothing is asked");
    }
    return stepper;
  }

  private void begin() {
    while (done < deeds.size() && lease == null && deeds.get(done).compareTo(Deed.RENEW) >= 0) {
      done++;
    }
    if (done == deeds.size()) {
      stepper = null;
      asked = null;
      return;
    }
    begun = false;
    stepper = FlowStepper.of(flow(deeds.get(done)));
    advance();
  }

  private Flow<?> flow(Deed deed) {
    return switch (deed) {
      case TRY -> Leases.tryAcquire(OneItem.PLACE, owner, fixture.length());
      case ACQUIRE -> Leases.acquire(OneItem.PLACE, owner, fixture.length());
      case RENEW -> Leases.renew(held());
      case RELEASE -> Leases.release(held());
    };
  }

  private Lease held() {
    if (lease == null) {
      throw new IllegalStateException("no lease");
    }
    return lease;
  }

  private void advance() {
    FlowStepper<?> flow = stepper();
    FlowStepper.Ask ask = flow.next();
    Throwable failure = flow.failure();
    if (ask != null) {
      ticket = ask.ticket();
      asked = ask.request();
    } else if (failure != null) {
      failed(deeds.get(done++), failure);
      begin();
    } else if (flow.isOver()) {
      ended(deeds.get(done++), flow.result());
      begin();
    }
  }

  private void ended(Deed deed, @Nullable Object result) {
    if (result instanceof Acquisition.Held held) {
      lease = held.lease();
      fixture.acquired(held.lease());
      believesUntil = deed == Deed.TRY ? startedAt + fixture.length().toMillis() : believesUntil;
    } else if (result instanceof Acquisition.Busy busy) {
      fixture.busy(this, busy);
      lease = null;
    } else if (result instanceof Lease renewed) {
      lease = renewed;
      believesUntil = startedAt + fixture.length().toMillis();
    } else {
      fixture.released(held());
      lease = null;
    }
  }

  private void failed(Deed deed, Throwable failure) {
    fixture.failed(held(deed), failure);
    if (deed != Deed.RENEW || failure instanceof LeaseLostException) {
      lease = null;
    }
  }

  private @Nullable Lease held(Deed deed) {
    return deed.compareTo(Deed.RENEW) >= 0 ? lease : null;
  }
}
