package dev.evenkeel.jobs.command;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** The request to end a process, mostly a signal. */
@FunctionalInterface
public interface Termination {
  /** Registers {@code ending} to run when the process is asked to end. It must not block. */
  void then(Runnable ending);

  /** Whether the process was asked to end after this call. */
  default BooleanSupplier asked() {
    AtomicBoolean asked = new AtomicBoolean();
    then(() -> asked.set(true));
    return asked::get;
  }
}
