package dev.evenkeel.testkit.fault;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;

/** See {@link Fault#connectionLost} and {@link Fault#timeout}. */
final class LossFault extends Fault {
  private final Kind kind;
  private final Moment moment;

  LossFault(Kind kind, Moment moment) {
    super(kind.factory + "(" + moment + ")");
    this.kind = kind;
    this.moment = moment;
  }

  @Override
  boolean appliesTo(Call call) {
    return true;
  }

  @Override
  CompletableFuture<Answer> inject(Call call, Injection injection) {
    return switch (moment) {
      case BEFORE_APPLY -> CompletableFuture.failedFuture(kind.exception());
      case AFTER_APPLY ->
          injection
              .server()
              .send(call)
              .thenCompose(Answer::drain)
              .thenCompose(lost -> CompletableFuture.failedFuture(kind.exception()));
    };
  }

  enum Kind {
    CONNECTION_LOST("connectionLost"),
    TIMEOUT("timeout");

    private final String factory;

    Kind(String factory) {
      this.factory = factory;
    }

    IOException exception() {
      return switch (this) {
        case CONNECTION_LOST -> new SocketException("Connection reset (injected by a fault plan)");
        case TIMEOUT -> new SocketTimeoutException("Read timed out (injected by a fault plan)");
      };
    }
  }
}
