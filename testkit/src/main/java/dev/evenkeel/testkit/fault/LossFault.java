package dev.evenkeel.testkit.fault;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** The answer of the server is lost, or never asked for, and another one comes in its place. */
final class LossFault extends Fault {
  private final Moment moment;
  private final Function<Call, CompletableFuture<Answer>> reply;

  private LossFault(
      String factory, Moment moment, Function<Call, CompletableFuture<Answer>> reply) {
    super(factory + "(" + moment + ")");
    this.moment = moment;
    this.reply = reply;
  }

  static LossFault ofConnection(Moment moment) {
    return failing("connectionLost", moment, LossFault::connectionReset);
  }

  static LossFault ofTime(Moment moment) {
    return failing(
        "timeout",
        moment,
        () -> new SocketTimeoutException("Read timed out (injected by a fault plan)"));
  }

  static LossFault ofServer(Moment moment) {
    return new LossFault(
        "serverError", moment, call -> CompletableFuture.completedFuture(call.internalError()));
  }

  static SocketException connectionReset() {
    return new SocketException("Connection reset (injected by a fault plan)");
  }

  private static LossFault failing(String factory, Moment moment, Supplier<IOException> exception) {
    return new LossFault(factory, moment, call -> CompletableFuture.failedFuture(exception.get()));
  }

  @Override
  boolean appliesTo(Call call) {
    return true;
  }

  @Override
  CompletableFuture<Answer> inject(Call call, Injection injection) {
    return switch (moment) {
      case BEFORE_APPLY -> reply.apply(call);
      case AFTER_APPLY ->
          injection
              .server()
              .send(call)
              .thenCompose(Answer::drain)
              .thenCompose(lost -> reply.apply(call));
    };
  }
}
