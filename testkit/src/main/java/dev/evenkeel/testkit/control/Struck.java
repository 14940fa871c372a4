package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What strikes one call.
 *
 * @param failure the first that keeps the caller from its answer; null for none
 * @param longer how much longer the work takes; null for ever
 * @param lag how much older what is read is
 */
record Struck(ControlFault.@Nullable Kind failure, @Nullable Duration longer, Duration lag) {

  /** The faults of a simulator, with the counts of their matches. */
  static final class Faults {
    private final List<ControlFault> faults = new ArrayList<>();
    private final List<Long> matches = new ArrayList<>();

    void add(ControlFault fault) {
      faults.add(fault);
      matches.add(0L);
    }

    void clear() {
      faults.clear();
      matches.clear();
    }

    Struck strike(ControlCall call, Draws draws) {
      Struck struck = new Struck(null, Duration.ZERO, Duration.ZERO);
      for (int i = 0; i < faults.size(); i++) {
        ControlFault fault = faults.get(i);
        if (fault.matches(call)) {
          long match = matches.get(i) + 1;
          matches.set(i, match);
          struck = fault.strikes(match, draws.share("fault " + i)) ? struck.and(fault) : struck;
        }
      }
      return struck;
    }
  }

  private Struck and(ControlFault fault) {
    Duration time = fault.time();
    return switch (fault.kind()) {
      case SLOW ->
          new Struck(failure, longer == null || time == null ? null : longer.plus(time), lag);
      case LAGGING -> new Struck(failure, longer, time == null ? lag : lag.plus(time));
      default -> failure == null ? new Struck(fault.kind(), longer, lag) : this;
    };
  }
}
