package dev.evenkeel.jobs.command;

/** How a process is asked to end: by a signal, mostly. */
@FunctionalInterface
public interface Termination {
  /** Has {@code ending} run when the process is asked to end, on a thread that may not block. */
  void then(Runnable ending);
}
