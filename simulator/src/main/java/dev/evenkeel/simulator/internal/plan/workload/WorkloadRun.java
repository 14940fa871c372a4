package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import dev.evenkeel.simulator.spec.workload.Scenario;
import dev.evenkeel.simulator.spec.workload.Workload;
import java.util.function.LongConsumer;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Plays a workload. A second is offered in tenths, and in a tenth equal requests together, in the
 * order in which the first of each was drawn. That is exact for every total of a second as long as
 * the limits of partitions are what throttles; only which of several keys in one partition gets
 * through is decided tenth by tenth instead of request by request.
 */
public final class WorkloadRun {
  private static final int PARTS = 10;

  private final Workload workload;
  private final ComparisonRun run;
  private final LongConsumer played;
  private final LongToIntFunction keyDraw;
  private final Draws draws;
  private final @Nullable String[] names;
  private final Tally plain = new Tally();
  private final Tally sharded = new Tally();
  private long request;

  private WorkloadRun(
      Workload workload, Scenario scenario, ComparisonRun run, LongConsumer played) {
    this.workload = workload;
    this.run = run;
    this.played = played;
    this.keyDraw = AliasTable.of(workload.keys());
    this.draws = new Draws(scenario.seed());
    this.names = new String[workload.keys().keys()];
  }

  /**
   * Offers all of it.
   *
   * @param played receives the number of further requests played
   */
  public static void play(
      Workload workload, Scenario scenario, ComparisonRun run, LongConsumer played) {
    run.require(workload.access());
    WorkloadRun whole = new WorkloadRun(workload, scenario, run, played);
    for (long second = 0; second < workload.seconds(); second++) {
      whole.second(second);
    }
  }

  private void second(long second) {
    long requests = workload.rate().in(second, workload.seconds());
    for (int part = 0; part < PARTS; part++) {
      long millis = 1_000 * second + 1_000L * part / PARTS;
      part(millis, requests * (part + 1) / PARTS - requests * part / PARTS);
    }
  }

  private void part(long millis, long requests) {
    for (long i = 0; i < requests; i++) {
      long key = keyDraw.applyAsInt(draws.at(request));
      long place = run.place(request);
      plain.add(key * run.places() + place);
      sharded.add((key * run.shards() + run.shard(request)) * run.places() + place);
      request++;
    }
    offer(millis);
    plain.clear();
    sharded.clear();
    played.accept(requests);
  }

  private void offer(long millis) {
    int places = run.places();
    int shards = run.shards();
    for (int i = 0; i < plain.size(); i++) {
      long number = plain.number(i);
      run.offerPlain(
          millis,
          name((int) (number / places)),
          (int) (number % places),
          workload.access(),
          workload.itemBytes(),
          plain.count(i));
    }
    for (int i = 0; i < sharded.size(); i++) {
      long number = sharded.number(i) / places;
      run.offerSharded(
          millis,
          name((int) (number / shards)),
          (int) (number % shards),
          (int) (sharded.number(i) % places),
          workload.access(),
          workload.itemBytes(),
          sharded.count(i));
    }
  }

  private String name(int index) {
    KeyDistribution keys = workload.keys();
    String name = names[index];
    if (name == null) {
      name = keys.key(index);
      names[index] = name;
    }
    return name;
  }
}
