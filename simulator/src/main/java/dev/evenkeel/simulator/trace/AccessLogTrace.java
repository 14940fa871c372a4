package dev.evenkeel.simulator.trace;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.OperationType;
import java.util.List;

/** Hits as requests. */
final class AccessLogTrace implements LineParser {
  private final LogKey key;
  private final Access access;

  AccessLogTrace(TraceFormat.AccessLog format) {
    this.key = format.key();
    this.access = format.access();
  }

  @Override
  public TraceRecord parse(long number, String text) throws MalformedLineException {
    AccessLogLine line = AccessLogLine.parse(text);
    return new TraceRecord(
        TraceTime.millis(line.at()),
        Keys.checked(key.of(line)),
        line.at() + "#" + number,
        access,
        access.type() == OperationType.WRITE ? text.length() : line.sizeBytes(),
        List.of());
  }
}
