package dev.evenkeel.simulator.trace;

import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import dev.evenkeel.simulator.trace.TraceReader.TraceException;
import org.jspecify.annotations.Nullable;

/** Parses the lines of a format in the order of the file. */
interface LineParser {
  /**
   * The record of a line; null if it holds none, as a header.
   *
   * @param line its number, from 1
   * @throws TraceException if no line of the trace can be read
   */
  @Nullable TraceRecord parse(long line, String text) throws MalformedLineException;
}
