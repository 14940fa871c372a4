package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The faults applied to one call.
 *
 * @param failure the first fault that prevents the answer; null for none
 * @param longer the delay of the work; null for ever
 * @param lag the age of what is read
 */
record AppliedFaults(ControlFault.@Nullable Kind failure, @Nullable Duration longer, Duration lag) {

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

    AppliedFaults strike(ControlCall call, Draws draws) {
      AppliedFaults applied = new AppliedFaults(null, Duration.ZERO, Duration.ZERO);
      for (int i = 0; i < faults.size(); i++) {
        ControlFault fault = faults.get(i);
        if (fault.matches(call)) {
          long match = matches.get(i) + 1;
          matches.set(i, match);
          applied = fault.strikes(match, draws.share("fault " + i)) ? applied.and(fault) : applied;
        }
      }
      return applied;
    }
  }

  private AppliedFaults and(ControlFault fault) {
    Duration time = fault.time();
    return switch (fault.kind()) {
      case SLOW ->
          new AppliedFaults(
              failure, longer == null || time == null ? null : longer.plus(time), lag);
      case LAGGING -> new AppliedFaults(failure, longer, time == null ? lag : lag.plus(time));
      default -> failure == null ? new AppliedFaults(fault.kind(), longer, lag) : this;
    };
  }
}
