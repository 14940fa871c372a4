package dev.evenkeel.testkit.fault;

import java.util.concurrent.CompletableFuture;

/** A fault that only DynamoDB has. */
abstract sealed class DynamoDbFault extends Fault
    permits EmptyPageFault,
        ShortPageFault,
        StaleReadFault,
        ThrottleFault,
        TransactionFault,
        UnprocessedFault {
  DynamoDbFault(String description) {
    super(description);
  }

  @Override
  final boolean appliesTo(Call call) {
    return call instanceof DynamoDbCall data && appliesTo(data);
  }

  @Override
  final CompletableFuture<Answer> inject(Call call, Injection injection) {
    return inject((DynamoDbCall) call, injection);
  }

  abstract boolean appliesTo(DynamoDbCall call);

  abstract CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection);
}
