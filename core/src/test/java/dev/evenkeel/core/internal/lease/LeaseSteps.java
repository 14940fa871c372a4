package dev.evenkeel.core.internal.lease;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.lease.Lease.Acquisition;
import dev.evenkeel.core.internal.lease.Lease.Acquisition.Held;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Flows on one lease, answered step by step, and what may happen at a step. */
abstract class LeaseSteps {
  static final Duration MINUTE = Duration.ofMinutes(1);

  final SdkClientException lost = SdkClientException.create("lost");
  final OneItem item = new OneItem();
  final List<String> asked = new ArrayList<>();

  /** The failures of the next reads and writes; then all succeed. */
  final Deque<Runnable> mishaps = new ArrayDeque<>();

  Runnable whilePaused = () -> {};
  private Request<?> current = Pause.of(Duration.ZERO);

  <T> T run(Flow<T> flow) {
    asked.clear();
    return SyncRunner.create().run(flow, this::answer, Deadline.NONE);
  }

  private Object answer(Request<?> request) {
    if (request instanceof Pause pause) {
      asked.add("pause " + pause.longest());
      whilePaused.run();
      return Done.DONE;
    }
    asked.add(OneItem.isWrite(request) ? "write" : "read");
    Runnable mishap = mishaps.poll();
    if (mishap == null) {
      return item.serve(request);
    }
    current = request;
    mishap.run();
    return item.serve(request);
  }

  void fine() {}

  void lost() {
    throw lost;
  }

  void lostAfterwards() {
    item.serve(current);
    throw lost;
  }

  void sentTwice() {
    item.serve(current);
  }

  Lease acquired(String owner) {
    return ((Held) run(Leases.tryAcquire(OneItem.PLACE, owner, MINUTE))).lease();
  }

  /** A concurrent acquisition between two requests of the flow under test. */
  Lease quietly(String owner) {
    Acquisition acquisition =
        SyncRunner.create()
            .run(Leases.tryAcquire(OneItem.PLACE, owner, MINUTE), item::serve, Deadline.NONE);
    return ((Held) acquisition).lease();
  }

  void quietly(Flow<?> flow) {
    SyncRunner.create().run(flow, item::serve, Deadline.NONE);
  }
}
