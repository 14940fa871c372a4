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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Workers in virtual time on a real table: any order of their requests, any of them dying. */
final class WorkFixture {
  private static final int REQUEST_MILLIS = 200;

  private final Random random;
  private final DynamoDbClient client;
  private final List<Actor> processes = new ArrayList<>();
  private Supplier<RuntimeException> lost = () -> SdkClientException.create("lost");
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

  private record Due(Ask ask, long at) {}

  /** One worker on its way. */
  final class Actor {
    final FlowStepper<Tally> stepper;
    private final Sender<Object> sender;
    private final List<Due> asks = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private long frozenUntil;

    private Actor(Worker worker, DynamoDbClient client) {
      this.sender = Sender.sync(client, Sender.nothingElse());
      this.stepper = FlowStepper.of(worker.run());
      take();
    }

    private void take() {
      for (Ask ask : stepper.asks()) {
        Duration takes =
            ask.request() instanceof Pause pause
                ? pause.longest()
                : Duration.ofMillis(random.nextInt(REQUEST_MILLIS));
        asks.add(new Due(ask, nanos + takes.toNanos()));
        if (ask.request() instanceof Pause) {
          pauses.add(takes);
        }
      }
    }

    /** How often it has paused for so long. */
    long pauses(Duration length) {
      return pauses.stream().filter(length::equals).count();
    }

    private void step(Due due, boolean loses) {
      asks.remove(due);
      if (due.ask().request() instanceof Pause) {
        stepper.answer(due.ask().ticket(), Done.DONE);
      } else {
        try {
          Object answer = sender.send(due.ask().request());
          if (loses) {
            stepper.fail(due.ask().ticket(), lost.get());
          } else {
            stepper.answer(due.ask().ticket(), answer);
          }
        } catch (RuntimeException e) {
          stepper.fail(due.ask().ticket(), e);
        }
      }
      take();
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

  /** Answers one request, of those whose time has come; false if there is none left. */
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
