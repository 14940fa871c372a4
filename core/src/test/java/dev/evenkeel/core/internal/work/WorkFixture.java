package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Sender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Workers in virtual time on a real table: any order of their requests, any of them dying. */
final class WorkFixture {
  private static final int REQUEST_MILLIS = 200;
  private static final Duration LATE = Duration.ofSeconds(3);

  private final Random random;
  private final DynamoDbClient client;
  private final List<Actor> processes = new ArrayList<>();
  private Supplier<RuntimeException> lost = () -> SdkClientException.create("lost");
  private Predicate<Object> late = request -> false;
  private long nanos = 1;

  WorkFixture(DynamoDbClient client, long seed) {
    this.random = new Random(seed);
    this.client = client;
  }

  long nanos() {
    return nanos;
  }

  /** What a caller sees of a request that was carried out, and whose answer is lost. */
  void losing(Supplier<RuntimeException> failure) {
    lost = failure;
  }

  /** Answers to these requests come seconds after they were carried out. */
  void answeringLate(Predicate<Object> requests) {
    late = requests;
  }

  /**
   * What comes next of a request: it is carried out, and later its answer comes.
   *
   * @param answer null before it is carried out
   */
  private record Due(Ask ask, long at, @Nullable Object answer) {}

  /** One worker on its way. */
  final class Actor {
    final FlowStepper<Tally> stepper;
    private final Sender<Object> sender;
    private final List<Due> asks = new ArrayList<>();
    private final List<Pause> pauses = new ArrayList<>();
    private final List<Object> sent = new ArrayList<>();
    private long frozenUntil;

    private Actor(Worker worker, DynamoDbClient client) {
      this.sender = Sender.sync(client, Sender.nothingElse());
      this.stepper = FlowStepper.of(worker.run());
      take();
    }

    private void take() {
      for (Ask ask : stepper.asks()) {
        if (ask.request() instanceof Pause pause) {
          pauses.add(pause);
          asks.add(new Due(ask, nanos + pause.longest().toNanos(), Done.DONE));
        } else {
          asks.add(new Due(ask, soon(), null));
        }
      }
    }

    private long soon() {
      return nanos + Duration.ofMillis(random.nextInt(REQUEST_MILLIS)).toNanos();
    }

    /** How often it has paused for so long. */
    long pauses(Duration length) {
      return pauses.stream().map(Pause::longest).filter(length::equals).count();
    }

    /** How often its lanes have waited: for any time up to some. */
    long waits() {
      return pauses.stream().filter(Pause::jittered).count();
    }

    /** How many such requests it has sent. */
    long sent(Predicate<Object> requests) {
      return sent.stream().filter(requests).count();
    }

    private void step(Due due, boolean loses) {
      asks.remove(due);
      Object answer = due.answer();
      if (answer == null) {
        long at = late.test(due.ask().request()) ? nanos + LATE.toNanos() : soon();
        asks.add(new Due(due.ask(), at, carriedOut(due.ask(), loses)));
      } else if (answer instanceof RuntimeException failure) {
        stepper.fail(due.ask().ticket(), failure);
        take();
      } else {
        stepper.answer(due.ask().ticket(), answer);
        take();
      }
    }

    private Object carriedOut(Ask ask, boolean loses) {
      sent.add(ask.request());
      try {
        Object answer = sender.send(ask.request());
        return loses ? lost.get() : answer;
      } catch (RuntimeException e) {
        return e;
      }
    }
  }

  Actor start(Worker worker) {
    return start(worker, client);
  }

  /** Starts a worker with a client of its own. */
  Actor start(Worker worker, DynamoDbClient its) {
    Actor process = new Actor(worker, its);
    processes.add(process);
    return process;
  }

  void kill(Actor process) {
    processes.remove(process);
  }

  /** Stops it for a time in which others take it for dead. */
  void freeze(Actor process, Duration length) {
    process.frozenUntil = nanos + length.toNanos();
  }

  /** Carries one request out or answers it, of those whose time has come; false if none is left. */
  boolean step(double lossRate) {
    Actor process = chosen();
    if (process == null) {
      return false;
    }
    List<Due> due = process.asks.stream().filter(ask -> ask.at() <= nanos).toList();
    process.step(due.get(random.nextInt(due.size())), random.nextDouble() < lossRate);
    return true;
  }

  private @Nullable Actor chosen() {
    List<Actor> open = processes.stream().filter(process -> !process.asks.isEmpty()).toList();
    if (open.isEmpty()) {
      return null;
    }
    long soonest = open.stream().mapToLong(this::soonest).min().orElseThrow();
    nanos = Math.max(nanos, soonest);
    List<Actor> ready = open.stream().filter(process -> soonest(process) <= nanos).toList();
    return ready.get(random.nextInt(ready.size()));
  }

  private long soonest(Actor process) {
    long first = process.asks.stream().mapToLong(Due::at).min().orElseThrow();
    return Math.max(first, process.frozenUntil);
  }
}
