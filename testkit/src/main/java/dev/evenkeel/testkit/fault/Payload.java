package dev.evenkeel.testkit.fault;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The body of a request or a response: DynamoDB's are held in memory, S3's stream. */
sealed interface Payload {

  /** A body in memory, which must not change. */
  final class HeldPayload implements Payload {
    private final byte[] bytes;

    HeldPayload(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  /** A body that goes by and is never held whole. */
  sealed interface StreamedPayload extends Payload permits AsyncPayload, SyncPayload {
    /** The same body, each reading of which goes by a tap of its own. */
    StreamedPayload through(Supplier<BodyObserver> observers);

    /** Reads it to its end and keeps nothing. */
    CompletableFuture<Void> drain();
  }
}
