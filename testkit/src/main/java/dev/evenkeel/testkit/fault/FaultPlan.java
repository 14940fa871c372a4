package dev.evenkeel.testkit.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A seed and rules: what shall go wrong between a client and its server. Immutable, and may be run
 * any number of times; each {@link #injector()} is one run.
 *
 * <p>Rules are looked at in order, and the first that strikes a request decides, except that delays
 * add up and let the later ones strike too. A run is deterministic: the same requests in the same
 * order meet the same faults. Under concurrency the order is not given, yet which of a rule's
 * matches (by number) are struck still is.
 */
public final class FaultPlan {
  private final long seed;
  private final List<FaultRule> rules;

  private FaultPlan(Builder builder) {
    this.seed = builder.seed;
    this.rules = List.copyOf(builder.rules);
    if (lags() > 1) {
      throw new IllegalArgumentException(
          "A plan has one replica, but its staleRead rules lag by different numbers of writes: "
              + rules
              + ". Give them the same writesBehind.");
    }
  }

  private long lags() {
    return rules.stream()
        .map(FaultRule::fault)
        .filter(StaleReadFault.class::isInstance)
        .map(Fault::toString)
        .distinct()
        .count();
  }

  /** A plan that draws from {@code seed}; print the plan when a test fails. */
  public static Builder seeded(long seed) {
    return new Builder(seed);
  }

  /** A plan in which nothing goes wrong. */
  public static FaultPlan none() {
    return seeded(0).build();
  }

  /** A new run of this plan, with counters, draws and a journal of its own. */
  public FaultInjector injector() {
    return new FaultInjector(this);
  }

  List<FaultRule> rules() {
    return rules;
  }

  /** Draws that depend on nothing but the seed, the rule and the number of its match. */
  RandomGenerator dice(int rule, long match) {
    SplittableRandom ofRule = new SplittableRandom(seed + rule);
    return new SplittableRandom(ofRule.nextLong() + match);
  }

  /** The seed and the rules, one per line. */
  @Override
  public String toString() {
    return rules.stream()
        .map(rule -> "\n  " + rule)
        .collect(Collectors.joining("", "FaultPlan seeded " + seed, ""));
  }

  /** Collects rules; their order counts. */
  public static final class Builder {
    private final long seed;
    private final List<FaultRule> rules = new ArrayList<>();

    private Builder(long seed) {
      this.seed = seed;
    }

    /** Adds a rule after those already there. */
    public Builder rule(FaultRule rule) {
      rules.add(rule);
      return this;
    }

    /**
     * The plan.
     *
     * @throws IllegalArgumentException if two {@code staleRead} rules lag differently
     */
    public FaultPlan build() {
      return new FaultPlan(this);
    }
  }
}
