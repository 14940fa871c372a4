package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.simulator.spec.workload.Playback;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A trace in words. */
public final class TraceText {
  private TraceText() {}

  public static String title(String name, long requests, Playback playback) {
    String each =
        playback.times() == 1
            ? ""
            : String.format(Locale.ROOT, ", each %,d times", playback.times());
    return String.format(
        Locale.ROOT,
        "%,d %s of %s%s",
        requests,
        requests == 1 ? "request" : "requests",
        name,
        each);
  }

  /**
   * The rest, in sentences.
   *
   * @param millis from the first request to the last, as recorded
   * @param malformed the malformed lines, in a sentence; empty if there are none
   */
  public static List<String> notes(long millis, Playback playback, String malformed) {
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "Recorded in %,d %s.",
            millis / 1_000 + 1,
            millis < 1_000 ? "second" : "seconds"));
    if (playback.speed() != 1) {
      notes.add("Played %s times as fast.".formatted(speed(playback.speed())));
    }
    if (playback.times() > 1) {
      notes.add("What is made more often has other sort keys.");
    }
    if (!malformed.isEmpty()) {
      notes.add(malformed);
    }
    return notes;
  }

  private static String speed(double speed) {
    return speed == Math.rint(speed)
        ? String.format(Locale.ROOT, "%,d", (long) speed)
        : Double.toString(speed);
  }
}
