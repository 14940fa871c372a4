package dev.evenkeel.testkit.fault;

import java.util.concurrent.CompletableFuture;

/** See {@link Fault#serverError}. */
final class ServerErrorFault extends Fault {
  private final Moment moment;

  ServerErrorFault(Moment moment) {
    super("serverError(" + moment + ")");
    this.moment = moment;
  }

  @Override
  boolean appliesTo(Call call) {
    return true;
  }

  @Override
  CompletableFuture<Answer> inject(Call call, Injection injection) {
    return switch (moment) {
      case BEFORE_APPLY -> CompletableFuture.completedFuture(call.internalError());
      case AFTER_APPLY ->
          injection
              .server()
              .send(call)
              .thenCompose(Answer::drain)
              .thenApply(lost -> call.internalError());
    };
  }
}
