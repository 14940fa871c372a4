package dev.evenkeel.examples.quickstart;

import dev.evenkeel.simulator.trace.AccessLogLine;
import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Makes hits of lines. Equal texts of all lines share one string, since a log repeats its agents
 * and pages thousands of times.
 */
final class AccessLogParser {
  private final Map<String, String> texts = new HashMap<>();

  Hit parse(int number, String text) throws MalformedLineException {
    AccessLogLine line = AccessLogLine.parse(text);
    return new Hit(
        number,
        line.at(),
        shared(line.client()),
        shared(line.user()),
        shared(line.request()),
        line.status(),
        line.sizeBytes(),
        shared(line.referrer()),
        shared(line.agent()));
  }

  private String shared(String text) {
    return texts.computeIfAbsent(text, Function.identity());
  }
}
