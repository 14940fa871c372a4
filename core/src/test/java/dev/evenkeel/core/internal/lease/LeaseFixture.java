package dev.evenkeel.core.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.lease.Lease.Acquisition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * Two actors, one item, a time that passes only in pauses, and a network that loses answers. A test
 * chooses each next event; after each it is checked that an actor that may rely on a lease has it.
 */
final class LeaseFixture {
  static final Duration SHORT = Duration.ofSeconds(1);

  /** Who waits for such a lease looks at it once before its end. */
  static final Duration LONG = Duration.ofSeconds(24);

  /** The failures of a write in the network. */
  private enum Loss {
    /** Carried out; the answer is lost. */
    ANSWER,
    /** Carried out, the answer lost, and sent again by the SDK, which then fails the condition. */
    ANSWER_OF_FIRST_ATTEMPT,
    /** Never arrives. */
    REQUEST,
    /** Given up by the sender, and arrives at any time later. */
    DELAY
  }

  private final OneItem item = new OneItem();
  private final List<Actor> actors;
  private final List<Request<?>> late = new ArrayList<>();
  private final Map<Actor, Long> pausedUntil = new HashMap<>();
  private final Set<Long> fences = new HashSet<>();
  private final Duration length;
  private final IntUnaryOperator choice;
  private int lossesLeft;
  private final boolean isSafeNetwork;
  private long now;

  /**
   * @param choice of so many possibilities
   */
  LeaseFixture(
      List<Actor.Deed> first,
      List<Actor.Deed> second,
      int losses,
      Duration length,
      IntUnaryOperator choice) {
    this.length = length;
    this.choice = choice;
    this.lossesLeft = losses;
    this.isSafeNetwork = losses == 0;
    this.actors = List.of(new Actor("a", first, this), new Actor("b", second, this));
  }

  long now() {
    return now;
  }

  Duration length() {
    return length;
  }

  /** Lets everything happen that can, in the order that is chosen. */
  void run() {
    List<Runnable> possible = possible();
    while (!possible.isEmpty()) {
      possible.get(choice.applyAsInt(possible.size())).run();
      check();
      possible = possible();
    }
  }

  private List<Runnable> possible() {
    List<Runnable> possible = new ArrayList<>();
    for (Actor actor : actors) {
      Request<?> asked = actor.asked();
      if (asked instanceof Pause pause) {
        pausedUntil.computeIfAbsent(actor, paused -> now + pause.longest().toMillis());
        possible.add(() -> awake(actor));
      } else if (asked != null) {
        possible.add(() -> serve(actor, asked));
        if (lossesLeft > 0 && OneItem.isWrite(asked)) {
          for (Loss loss : Loss.values()) {
            possible.add(() -> lose(actor, asked, loss));
          }
        }
      }
    }
    late.forEach(write -> possible.add(() -> arrive(write)));
    return possible;
  }

  private void awake(Actor actor) {
    now = Math.max(now, pausedUntil.remove(actor));
    actor.answer(Done.DONE);
  }

  private void serve(Actor actor, Request<?> request) {
    try {
      actor.answer(item.serve(request));
    } catch (ConditionalCheckFailedException failure) {
      actor.fail(failure);
    }
  }

  private void lose(Actor actor, Request<?> request, Loss loss) {
    lossesLeft--;
    if (loss == Loss.DELAY) {
      late.add(request);
    } else if (loss != Loss.REQUEST) {
      carryOut(request);
    }
    if (loss == Loss.ANSWER_OF_FIRST_ATTEMPT) {
      serve(actor, request);
    } else {
      actor.fail(SdkClientException.create("The connection was reset."));
    }
  }

  private void arrive(Request<?> write) {
    late.remove(write);
    carryOut(write);
  }

  private void carryOut(Request<?> write) {
    try {
      item.serve(write);
    } catch (ConditionalCheckFailedException refused) {
      assertThat(refused).hasMessageContaining("condition");
    }
  }

  private void check() {
    for (Actor actor : actors) {
      Lease believed = actor.believed();
      if (believed != null) {
        assertThat(item.state().isOf(believed)).as("%s at %d", believed, now).isTrue();
      }
    }
  }

  void acquired(Lease lease) {
    assertThat(fences.add(lease.fence())).as("a fence of its own: %s", lease).isTrue();
    assertThat(item.states())
        .anyMatch(state -> state.isOf(lease) && state.version() == lease.version());
  }

  void busy(Actor actor, Acquisition.Busy busy) {
    assertThat(busy.owner()).isNotEqualTo(actor.owner());
  }

  void released(Lease lease) {
    assertThat(item.state().isOf(lease)).as("released %s", lease).isFalse();
  }

  void failed(@Nullable Lease lease, Throwable failure) {
    if (failure instanceof LeaseLostException lost) {
      assertThat(lease).isNotNull();
      assertThat(item.state().isOf(lease)).as("lost %s", lease).isFalse();
      assertThat(lost).hasMessageContaining("with fence %d is lost", lease.fence());
    } else {
      assertThat(isSafeNetwork).as("failed though nothing got lost: %s", failure).isFalse();
    }
  }

  /** Every state that the item had, in order. */
  List<LeaseState> states() {
    return item.states();
  }
}
