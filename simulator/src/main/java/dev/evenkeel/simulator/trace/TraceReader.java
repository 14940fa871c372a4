package dev.evenkeel.simulator.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.evenkeel.core.internal.value.Printable;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import dev.evenkeel.simulator.trace.TraceReader.TraceTally.MalformedLine;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads a trace record by record, in the order of time and in bounded memory: of any file, some
 * thousand records are held at a time, and lines longer than {@link LineReader#LENGTH_MAX} are
 * dropped while they are read. Input that is compressed by gzip is decompressed.
 *
 * <p>Malformed lines are skipped and counted; {@link #tally} has their numbers and never their
 * content. Records may be out of order: {@value #REORDER_RECORDS} of them are sorted by time at any
 * moment. One that is still behind counts at the time of its predecessor, and if it is behind by
 * more than {@link #BEHIND_MAX}, as malformed.
 *
 * <p>Every failure is a {@link TraceException}, so is a trace without a single record. For use by
 * one thread.
 */
public final class TraceReader implements Closeable {
  /** The number of records that are held to be put in order. */
  public static final int REORDER_RECORDS = 4_096;

  /** The lateness of a record from which on the trace counts as not ordered at all. */
  public static final Duration BEHIND_MAX = Duration.ofHours(1);

  private final String name;
  private final LineReader lines;
  private final LineParser parser;
  private final TraceOrder order = new TraceOrder();
  private final List<MalformedLine> firstMalformed = new ArrayList<>();
  private @Nullable MalformedLineException malformation;
  private long lineCount;
  private long records;
  private long malformed;
  private long late;
  private boolean isAtEnd;
  private @Nullable String table;

  private TraceReader(String name, Reader text, TraceFormat format) {
    this.name = name;
    this.lines = new LineReader(text);
    this.parser =
        format instanceof TraceFormat.Csv csv
            ? new CsvTrace(name, csv)
            : (line, hit) -> request((TraceFormat.AccessLog) format, line, hit);
  }

  /** A hit as a request. */
  private static TraceRecord request(TraceFormat.AccessLog format, long number, String hit)
      throws MalformedLineException {
    AccessLogLine line = AccessLogLine.parse(hit);
    boolean isStored = format.access().type() == OperationType.WRITE;
    return new TraceRecord(
        TraceTime.millis(line.at()),
        Keys.checked(format.key().of(line)),
        isStored ? line.at() + "#" + number : null,
        format.access(),
        isStored ? hit.length() : line.sizeBytes(),
        List.of());
  }

  /**
   * Opens a file.
   *
   * @throws TraceException if it cannot be opened
   */
  public static TraceReader open(Path file, TraceFormat format) {
    return of(file.toString(), TraceFiles.open(file), format);
  }

  /**
   * Reads bytes, as of standard input; closing the reader closes them.
   *
   * @param name the name of the trace in messages
   * @throws TraceException if nothing can be read of them
   */
  public static TraceReader of(String name, InputStream bytes, TraceFormat format) {
    InputStream plain = TraceFiles.unzipped(name, bytes);
    // Every byte is valid Latin-1: a log holds what clients sent, in whatever encoding.
    Reader text =
        format instanceof TraceFormat.AccessLog
            ? new InputStreamReader(plain, ISO_8859_1)
            : CsvTrace.decoded(plain);
    return new TraceReader(name, text, format);
  }

  /**
   * Reads text; closing the reader closes it.
   *
   * @param name the name of the trace in messages
   */
  public static TraceReader of(String name, Reader text, TraceFormat format) {
    return new TraceReader(name, text, format);
  }

  /** Leaves out the requests of all other tables; those of all tables are read by default. */
  public TraceReader onlyTable(String name) {
    table = name;
    return this;
  }

  /**
   * The next record, no earlier than the one before, or null after the last.
   *
   * @throws TraceException if the trace cannot be read on, or holds no record at all
   */
  public @Nullable TraceRecord next() {
    while (!isAtEnd && !order.isFull()) {
      read();
    }
    TraceRecord next = order.poll();
    if (next == null && records == 0) {
      throw new TraceException(name, emptiness(), malformation);
    }
    return next;
  }

  private void read() {
    String text = line();
    if (text == null) {
      isAtEnd = true;
      return;
    }
    lineCount++;
    try {
      TraceRecord record = parser.parse(lineCount, text);
      if (record != null && (table == null || table.equals(record.table()))) {
        order.add(lineCount, inTime(record));
        records++;
      }
    } catch (MalformedLineException e) {
      malformed++;
      malformation = e;
      if (firstMalformed.size() < TraceTally.FIRST_MAX) {
        firstMalformed.add(new MalformedLine(lineCount, String.valueOf(e.getMessage())));
      }
    }
  }

  private @Nullable String line() {
    try {
      return lines.next();
    } catch (IOException e) {
      throw TraceFiles.unreadable(name, e, lineCount);
    }
  }

  private TraceRecord inTime(TraceRecord record) throws MalformedLineException {
    long behindMillis = order.behindMillis(record);
    if (behindMillis == 0) {
      return record;
    }
    if (behindMillis > BEHIND_MAX.toMillis()) {
      throw new MalformedLineException(
          "its time is more than an hour before that of earlier lines; sort the trace by time");
    }
    late++;
    return order.caughtUp(record);
  }

  private String emptiness() {
    if (table == null) {
      return malformed == 0
          ? "it holds no requests."
          : "no line of %,d can be read; %s.".formatted(lineCount, firstMalformed.get(0));
    }
    return "it holds no requests of table '%s', by a column 'table'%s."
        .formatted(
            Printable.of(table),
            malformed == 0
                ? ""
                : ", and %,d of %,d lines cannot be read; %s"
                    .formatted(malformed, lineCount, firstMalformed.get(0)));
  }

  /** The counts so far, records that wait to be put in order included. */
  public TraceTally tally() {
    return new TraceTally(lineCount, records, malformed, List.copyOf(firstMalformed), late);
  }

  /** Closes the file and ignores failures, since it was only read. */
  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      // nothing is lost
    }
  }

  /**
   * Puts records that are somewhat out of order in the order of time, those of a time in that of
   * the file. Logs are unsorted: several processes write them when requests end.
   */
  static final class TraceOrder {
    private static final Comparator<Waiting> BY_TIME =
        Comparator.comparingLong((Waiting waiting) -> waiting.record.atMillis())
            .thenComparingLong(Waiting::line);

    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(BY_TIME);
    private long passedMillis = Long.MIN_VALUE;

    private record Waiting(long line, TraceRecord record) {}

    void add(long line, TraceRecord record) {
      waiting.add(new Waiting(line, record));
    }

    /**
     * The time by which a record is earlier than one that was passed on already; 0 if it is not.
     */
    long behindMillis(TraceRecord record) {
      return Math.max(0, passedMillis - Math.min(passedMillis, record.atMillis()));
    }

    /** The same record, at the time of the one that was passed on last. */
    TraceRecord caughtUp(TraceRecord record) {
      return record.at(passedMillis);
    }

    /** Whether no more records may wait. */
    boolean isFull() {
      return waiting.size() > REORDER_RECORDS;
    }

    /** The earliest that waits, or null. */
    @Nullable TraceRecord poll() {
      Waiting first = waiting.poll();
      if (first == null) {
        return null;
      }
      passedMillis = first.record.atMillis();
      return first.record;
    }
  }

  /**
   * The totals of a trace so far.
   *
   * @param lines all of them, headers and malformed ones included
   * @param records how many requests they hold
   * @param malformed how many lines were skipped
   * @param firstMalformed the first of those, {@value #FIRST_MAX} at most
   * @param late how many records came after so many later ones that they count at a later time than
   *     their own
   */
  public record TraceTally(
      long lines, long records, long malformed, List<MalformedLine> firstMalformed, long late) {
    /** The number of malformed lines that are listed one by one. */
    public static final int FIRST_MAX = 3;

    /**
     * A line that was skipped.
     *
     * @param number from 1
     * @param reason the problem of the line, without its content
     */
    public record MalformedLine(long number, String reason) {
      @Override
      public String toString() {
        return "line " + number + ": " + reason;
      }
    }
  }

  /** A trace cannot be used: it is missing, unreadable, or without a record. */
  public static final class TraceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TraceException(String name, String reason, @Nullable Throwable cause) {
      super("cannot use the trace '%s': %s".formatted(name, reason), cause);
    }
  }
}
