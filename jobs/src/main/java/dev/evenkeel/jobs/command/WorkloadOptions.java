package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Durations;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.workload.KeyDistribution;
import dev.evenkeel.simulator.spec.workload.RequestRate;
import dev.evenkeel.simulator.spec.workload.Workload;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that make up a workload. The defaults are those of the hot day in AWS's guide. */
final class WorkloadOptions {
  private static final long RATE = 20_000;
  private static final String KEY = "2014-07-09";
  private static final int ITEM_BYTES = 1_000;
  private static final String LENGTH = "60s";

  @Option(
      names = "--rate",
      paramLabel = "COUNT",
      description = "requests a second; default " + RATE)
  private @Nullable Long rate;

  @Option(
      names = "--end-rate",
      paramLabel = "COUNT",
      description = "requests in the last second, if they grow or fade from --rate on")
  private @Nullable Long endRate;

  @Option(
      names = "--peak-rate",
      paramLabel = "COUNT",
      description = "requests a second in the middle third of the time")
  private @Nullable Long peakRate;

  @Option(
      names = "--for",
      paramLabel = "LENGTH",
      description = "how long, such as 10m; default " + LENGTH)
  private @Nullable String length;

  @Option(
      names = "--hot-key",
      paramLabel = "KEY",
      description = "the one key that all requests are for; default " + KEY)
  private @Nullable String key;

  @Option(
      names = "--keys",
      paramLabel = "COUNT",
      description = "so many keys instead, all as likely")
  private @Nullable Integer keys;

  @Option(
      names = "--zipf",
      paramLabel = "EXPONENT",
      description = "those keys by Zipf's law instead; about 1 for most of what people like")
  private @Nullable Double zipf;

  @Option(
      names = "--item-bytes",
      paramLabel = "BYTES",
      description = "the size of an item, names included; default " + ITEM_BYTES)
  private @Nullable Integer itemBytes;

  @Option(
      names = "--access",
      paramLabel = "HOW",
      description = "what a request does: ${COMPLETION-CANDIDATES}; default INSERT")
  private @Nullable Access access;

  /** Whether any of the options was given. */
  boolean isAnyGiven() {
    return Stream.of(rate, endRate, peakRate, length, key, keys, zipf, itemBytes, access)
        .anyMatch(Objects::nonNull);
  }

  /** Reports all conflicting options. */
  void check(Conflicts conflicts) {
    conflicts.refuse(
        endRate != null && peakRate != null,
        "--end-rate and --peak-rate are two courses of one rate. Give one of them.");
    conflicts.refuse(
        key != null && keys != null, "--hot-key is one key and --keys are many. Give one of them.");
    conflicts.refuse(
        zipf != null && keys == null, "--zipf says how requests fall on many keys. Add --keys.");
  }

  /**
   * The workload.
   *
   * @throws IllegalArgumentException if there can be none like that
   */
  Workload workload() {
    return new Workload(
        rate(),
        keys(),
        Objects.requireNonNullElse(access, Access.INSERT),
        Objects.requireNonNullElse(itemBytes, ITEM_BYTES),
        Durations.parse(Objects.requireNonNullElse(length, LENGTH)).toSeconds());
  }

  private RequestRate rate() {
    long first = Objects.requireNonNullElse(rate, RATE);
    if (peakRate != null) {
      return RequestRate.peak(first, peakRate);
    }
    return endRate == null ? RequestRate.steady(first) : RequestRate.ramp(first, endRate);
  }

  private KeyDistribution keys() {
    if (keys == null) {
      return KeyDistribution.single(Objects.requireNonNullElse(key, KEY));
    }
    return zipf == null ? KeyDistribution.uniform(keys) : KeyDistribution.zipf(keys, zipf);
  }
}
