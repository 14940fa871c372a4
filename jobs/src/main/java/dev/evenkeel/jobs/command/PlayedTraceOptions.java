package dev.evenkeel.jobs.command;

import dev.evenkeel.simulator.spec.workload.Playback;
import dev.evenkeel.simulator.trace.LogKey;
import dev.evenkeel.simulator.trace.TraceFormat;
import dev.evenkeel.simulator.trace.TraceReader;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which trace is played, and how. */
final class PlayedTraceOptions {
  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "plays this instead: CSV of time,key,bytes, also by gzip")
  private @Nullable Path file;

  @Option(
      names = "--log-key",
      paramLabel = "WHAT",
      description = "the trace is an access log, and its partition key is ${COMPLETION-CANDIDATES}")
  private @Nullable LogKey logKey;

  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      description = "how many times as fast as it was recorded; default 1")
  private @Nullable Double speed;

  @Option(
      names = "--times",
      paramLabel = "COUNT",
      description = "how many requests for each of the trace; default 1")
  private @Nullable Integer times;

  boolean said() {
    return file != null;
  }

  /** Tells all that do not go together. */
  void check(Conflicts conflicts, WorkloadOptions workload) {
    conflicts.refuse(
        file != null && workload.said(),
        "--trace plays what was recorded. Leave out the options of a made-up load: --rate,"
            + " --end-rate, --peak-rate, --for, --key, --keys, --zipf, --item-bytes, --access.");
    conflicts.refuse(
        file == null && (logKey != null || speed != null || times != null),
        "--log-key, --speed and --times say how a trace is played. Say --trace, too.");
  }

  TraceReader open() {
    return TraceReader.open(
        Objects.requireNonNull(file, "file"),
        logKey == null ? TraceFormat.csv() : TraceFormat.accessLog(logKey));
  }

  /** What to call the trace. */
  String name() {
    return String.valueOf(Objects.requireNonNull(file, "file").getFileName());
  }

  Playback playback() {
    return new Playback(
        Objects.requireNonNullElse(speed, 1.0), Objects.requireNonNullElse(times, 1));
  }
}
