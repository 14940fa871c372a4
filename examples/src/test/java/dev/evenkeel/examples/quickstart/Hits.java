package dev.evenkeel.examples.quickstart;

import java.time.Instant;

/** Hits for tests, which differ in their lines. */
final class Hits {
  private Hits() {}

  static Hit hit(int line, String at) {
    return new Hit(line, Instant.parse(at), "h", "-", "GET /" + line, 200, 1, "-", "-");
  }
}
