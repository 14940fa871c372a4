package dev.evenkeel.testkit.fault;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** The answer of the server is lost, or never asked for, and another one comes in its place. */
final class LossFaults {
  private LossFaults() {}

  static Fault ofConnection(Moment moment) {
    return failing("connectionLost", moment, LossFaults::connectionReset);
  }

  static Fault ofTime(Moment moment) {
    return failing(
        "timeout",
        moment,
        () -> new SocketTimeoutException("Read timed out (injected by a fault plan)"));
  }

  static Fault ofServer(Moment moment) {
    return losing(
        "serverError", moment, call -> CompletableFuture.completedFuture(call.internalError()));
  }

  static SocketException connectionReset() {
    return new SocketException("Connection reset (injected by a fault plan)");
  }

  private static Fault failing(String factory, Moment moment, Supplier<IOException> exception) {
    return losing(factory, moment, call -> CompletableFuture.failedFuture(exception.get()));
  }

  private static Fault losing(
      String factory, Moment moment, Function<Call, CompletableFuture<Answer>> reply) {
    return new Fault(
        factory + "(" + moment + ")",
        Call.class,
        call -> true,
        (call, injection) ->
            switch (moment) {
              case BEFORE_APPLY -> reply.apply(call);
              case AFTER_APPLY ->
                  injection
                      .server()
                      .send(call)
                      .thenCompose(Answer::drain)
                      .thenCompose(lost -> reply.apply(call));
            });
  }
}
