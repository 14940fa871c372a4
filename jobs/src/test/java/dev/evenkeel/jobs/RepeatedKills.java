package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.Jar.Ended;
import dev.evenkeel.jobs.Wire.Blow;
import dev.evenkeel.jobs.Wire.Moment;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Runs a command again and again, kills it (SIGKILL) so many times, and then leaves it alone until
 * it ends with 0. The kills are drawn among the requests that it sends, deeper and deeper into its
 * work: none is spent on the start of a JVM.
 */
final class RepeatedKills {
  /** The exit code of a process ended by SIGKILL. */
  private static final int KILLED = 128 + 9;

  /** The number of undisturbed runs after which a command is stuck. */
  private static final int RUNS_MAX = 5;

  /** About the number of requests by which a run reads the state before it continues. */
  private static final int LOOKING_MAX = 20;

  private static final List<Moment> MOMENTS = List.of(Moment.values());

  private final Jar jar;
  private final Wire wire;
  private final Random random;

  RepeatedKills(Jar jar, Wire wire, Random random) {
    this.jar = jar;
    this.wire = wire;
    this.random = random;
  }

  /** An operator's reaction to a run's output. */
  @FunctionalInterface
  interface Operator {
    /** Whether to run it again although it ended with 0. */
    boolean acts(Ended ended) throws IOException, InterruptedException;
  }

  /** Runs before each start, to advance the time. */
  @FunctionalInterface
  interface Clockwork {
    void turn();
  }

  /** Runs it once, undisturbed, and returns its number of requests. */
  int undisturbed(String... command) throws IOException, InterruptedException {
    wire.arm(null);
    Ended ended = jar.run(command);
    assertThat(ended.code()).as("%s %s", ended.out(), ended.err()).isZero();
    return wire.requests();
  }

  /**
   * Kills it so many times, and lets it end.
   *
   * @param requests how many it sends undisturbed
   */
  void kill(int times, int requests, Clockwork clockwork, Operator operator, String... command)
      throws IOException, InterruptedException {
    int[] depths = random.ints(times, 0, requests).sorted().toArray();
    int done = 0;
    int looking = LOOKING_MAX;
    for (int kills = 0; kills < times; ) {
      clockwork.turn();
      int request = 1 + random.nextInt(looking) + Math.max(0, depths[kills] - done);
      Moment moment = MOMENTS.get(random.nextInt(MOMENTS.size()));
      Ended ended = killed(new CompletableFuture<>(), request, moment, command);
      if (ended.code() == KILLED) {
        done = depths[kills++];
      } else {
        assertThat(wire.requests()).as("%s", ended).isLessThan(request);
        done = requests;
        looking = Math.min(looking, Math.max(1, wire.requests()));
      }
    }
    leave(clockwork, operator, command);
  }

  private Ended killed(
      CompletableFuture<Process> process, int request, Moment moment, String... command)
      throws IOException, InterruptedException {
    wire.arm(new Blow(request, moment, () -> destroy(process.join())));
    process.complete(jar.start(command));
    return jar.ended(process.join());
  }

  private static void destroy(Process process) {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void leave(Clockwork clockwork, Operator operator, String... command)
      throws IOException, InterruptedException {
    wire.arm(null);
    Ended ended;
    int runs = 0;
    do {
      assertThat(++runs).isLessThanOrEqualTo(RUNS_MAX);
      clockwork.turn();
      wire.arm(null);
      ended = jar.run(command);
    } while (operator.acts(ended) || ended.code() != 0);
  }
}
