package dev.evenkeel.testkit;

import org.opentest4j.TestAbortedException;

/**
 * The engine that was asked for is not there. It is a {@link TestAbortedException}: a test that
 * meets it is reported as skipped, with this message, and neither passes nor fails.
 */
public final class EngineUnavailableException extends TestAbortedException {
  private static final long serialVersionUID = 1L;

  EngineUnavailableException(Product product, String found, String remedy, Throwable cause) {
    super(
        product.title()
            + " was asked for in a container, but "
            + found
            + " "
            + remedy
            + " Or set "
            + product.variable()
            + "=in-process (or unset it) to run "
            + product.title()
            + " in this JVM.",
        cause);
  }
}
