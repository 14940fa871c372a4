package dev.evenkeel.chunking;

import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Another caller, who comes once, just before a commit or just after it. */
final class OtherCaller implements ExecutionInterceptor {
  final AtomicReference<Runnable> before = new AtomicReference<>(() -> {});
  final AtomicReference<Runnable> after = new AtomicReference<>(() -> {});

  @Override
  public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes any) {
    come(before, context.request());
  }

  @Override
  public void afterUnmarshalling(Context.AfterUnmarshalling context, ExecutionAttributes any) {
    come(after, context.request());
  }

  private static void come(AtomicReference<Runnable> who, Object request) {
    if (request instanceof TransactWriteItemsRequest) {
      who.getAndSet(() -> {}).run();
    }
  }
}
