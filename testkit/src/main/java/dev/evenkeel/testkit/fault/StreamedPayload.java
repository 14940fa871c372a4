package dev.evenkeel.testkit.fault;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A body that goes by and is never held whole. */
sealed interface StreamedPayload extends Payload permits AsyncPayload, SyncPayload {
  /** The same body, each reading of which goes by a tap of its own. */
  StreamedPayload through(Supplier<Tap> taps);

  /** Reads it to its end and keeps nothing. */
  CompletableFuture<Void> drain();
}
