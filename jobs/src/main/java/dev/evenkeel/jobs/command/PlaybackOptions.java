package dev.evenkeel.jobs.command;

import dev.evenkeel.simulator.spec.workload.Playback;
import dev.evenkeel.simulator.trace.TraceReader;
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

  @Option(
      names = "--trace-table",
      paramLabel = "NAME",
      description = "plays the table of a trace of several, by its column 'table'")
  private @Nullable String table;

  /** The requests of a trace that are played. */
  TraceReader of(TraceReader trace) {
    return table == null ? trace : trace.onlyTable(table);
  }

  Playback playback() {
    return new Playback(
        Objects.requireNonNullElse(speed, 1.0), Objects.requireNonNullElse(times, 1));
  }
}
