package dev.evenkeel.jobs.command;

import dev.evenkeel.simulator.spec.workload.Playback;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a trace's playback. */
final class PlaybackOptions {
  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      description = "plays the trace so many times as fast as it was recorded; default 1")
  private @Nullable Double speed;

  @Option(
      names = "--times",
      paramLabel = "COUNT",
      description = "makes so many requests for each of the trace; default 1")
  private @Nullable Integer times;

  Playback playback() {
    return new Playback(
        Objects.requireNonNullElse(speed, 1.0), Objects.requireNonNullElse(times, 1));
  }
}
