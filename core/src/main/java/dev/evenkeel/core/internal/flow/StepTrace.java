package dev.evenkeel.core.internal.flow;

import dev.evenkeel.core.internal.flow.FlowFrame.Outcome;
import dev.evenkeel.core.internal.flow.FlowInterpreter.FlowGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Adds to the stack trace of a failure the steps of the flows it came through: right above the
 * runner's own frames, or at the end if the trace has none. The innermost step comes first, as in
 * any stack trace.
 */
final class StepTrace {
  /** Where flows are moved, and where their requests are sent. */
  private static final Set<String> RUNNERS =
      Set.of(FlowFrame.class.getName(), FlowGroup.class.getName(), Outcome.class.getName());

  /** The text that a stack trace shows instead of a file. */
  private static final String FILE = "step of a flow";

  private StepTrace() {}

  /** Adds a step, once. The failure stays the same object. */
  static void add(Throwable failure, Class<?> owner, String step) {
    StackTraceElement element = new StackTraceElement(owner.getName(), step, FILE, -1);
    List<StackTraceElement> trace = new ArrayList<>(Arrays.asList(failure.getStackTrace()));
    if (!trace.contains(element)) {
      trace.add(place(trace), element);
      failure.setStackTrace(trace.toArray(StackTraceElement[]::new));
    }
  }

  private static int place(List<StackTraceElement> trace) {
    for (int i = 0; i < trace.size(); i++) {
      if (RUNNERS.contains(trace.get(i).getClassName())) {
        return i;
      }
    }
    return trace.size();
  }
}
