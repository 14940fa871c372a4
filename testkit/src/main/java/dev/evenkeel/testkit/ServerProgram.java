package dev.evenkeel.testkit;

import java.util.concurrent.CompletableFuture;

/** The common part of servers that run as programs. */
final class ServerProgram {
  private ServerProgram() {}

  /** Ends this JVM when the process that started it has ended. */
  static void untilParentEnds() {
    ProcessHandle.current()
        .parent()
        .map(ProcessHandle::onExit)
        .orElseGet(CompletableFuture::new)
        .join();
    System.exit(0);
  }
}
