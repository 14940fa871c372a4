package dev.evenkeel.core.internal.flow;

import java.util.function.Supplier;

/**
 * A long computation, done apart from where the flow moves on, so that several go on at once: as
 * many as there are processors, for all flows of the JVM. It must not wait for anything. What it
 * throws is the failure of the request.
 *
 * @param computation never ends with null
 * @param <A> what it ends with
 */
public record Compute<A>(Supplier<A> computation) implements Request<A> {

  /** A flow that ends with what the computation does. */
  public static <A> Flow<A> flow(Supplier<A> computation) {
    return Flow.ask(new Compute<>(computation));
  }
}
