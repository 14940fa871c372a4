package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import dev.evenkeel.simulator.trace.TraceFormat;
import dev.evenkeel.simulator.trace.TraceFormat.LogKey;
import dev.evenkeel.simulator.trace.TraceReader;
import dev.evenkeel.simulator.trace.TraceReader.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a trace: file, format and keys. */
final class TraceOptions {
  private static final String STANDARD_INPUT = "-";

  /** Forms of traces. The constants' names are the option's values. */
  enum SourceFormat {
    csv,
    apache
  }

  /** Keys of hits. The constants' names are the option's values. */
  enum Key {
    path(LogKey.PATH),
    host(LogKey.HOST),
    day(LogKey.DAY);

    private final LogKey key;

    Key(LogKey key) {
      this.key = key;
    }
  }

  /** The operation of a line. The constants' names are the option's values. */
  enum Operation {
    read(Access.EVENTUAL_READ),
    write(Access.INSERT);

    private final Access access;

    Operation(Access access) {
      this.access = access;
    }
  }

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "a trace of requests, maybe compressed by gzip; - for standard input")
  private @Nullable String file;

  @Option(
      names = "--format",
      paramLabel = "TRACE-FORM", // of its own: completion gives values by the label
      defaultValue = "csv",
      description =
          "of the trace: csv (time,key,bytes) or apache (an access log); default ${DEFAULT-VALUE}")
  private SourceFormat form = SourceFormat.csv;

  @Option(
      names = "--key",
      paramLabel = "WHAT",
      description = "of an access log, what the partition key is: path, host or day")
  private @Nullable Key key;

  @Option(
      names = "--operation",
      paramLabel = "WHAT",
      defaultValue = "write",
      description =
          "what lines do that do not say it: write, or read; a hit of an access log is stored as an"
              + " item, or read as a page; default ${DEFAULT-VALUE}")
  private Operation operation = Operation.write;

  boolean areGiven() {
    return file != null;
  }

  /** Whether the trace is this file, also under another path. */
  boolean isIn(Path other) {
    if (file == null || file.equals(STANDARD_INPUT)) {
      return false;
    }
    try {
      return Files.exists(other) && Files.isSameFile(Path.of(file), other);
    } catch (IOException | InvalidPathException e) {
      return false; // opening the file reports the failure
    }
  }

  /** Whether an option names the key of an access log. */
  boolean areKeysGiven() {
    return key != null;
  }

  /** Opens the trace. The caller closes it. */
  TraceReader open() {
    if (file == null) {
      throw new JobException("--trace is missing. Name a file, or - for standard input.");
    }
    TraceFormat format = format();
    if (file.equals(STANDARD_INPUT)) {
      return TraceReader.of("standard input", System.in, format);
    }
    try {
      return TraceReader.open(Path.of(file), format);
    } catch (InvalidPathException e) {
      throw new JobException("--trace is no name of a file.");
    }
  }

  /** The problem of a trace, and the remedy if the format was guessed wrong. */
  String message(TraceException failure) {
    String text = String.valueOf(failure.getMessage());
    if (!(failure.getCause() instanceof MalformedLineException)) {
      return text;
    }
    return text
        + (form == SourceFormat.csv
            ? " If it is an access log, add --format apache and --key path, host or day."
            : " If it has columns time, key and bytes, add --format csv.");
  }

  private TraceFormat format() {
    if (form == SourceFormat.apache && key == null) {
      throw new JobException(
          "An access log has no partition key of its own. Add --key path, host or day.");
    }
    if (form == SourceFormat.csv && key != null) {
      throw new JobException("--key is for access logs. Add --format apache, or leave --key out.");
    }
    return key == null
        ? new TraceFormat.Csv(operation.access)
        : new TraceFormat.AccessLog(key.key, operation.access);
  }
}
