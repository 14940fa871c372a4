package dev.evenkeel.jobs.command;

/** The request to end a process, mostly a signal. */
@FunctionalInterface
public interface Termination {
  /** Registers {@code ending} to run when the process is asked to end. It must not block. */
  void then(Runnable ending);
}
