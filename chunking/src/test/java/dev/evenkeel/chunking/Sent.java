package dev.evenkeel.chunking;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** What clients send, to DynamoDB and to S3, while somebody looks. */
final class Sent implements ExecutionInterceptor {
  private final List<SdkRequest> requests = new CopyOnWriteArrayList<>();
  private volatile boolean looking;

  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    if (looking) {
      requests.add(context.request());
    }
  }

  /** Looks from now on, as if nothing had been sent before. */
  void look() {
    requests.clear();
    looking = true;
  }

  /** What was sent since {@link #look}; looks no longer. */
  List<SdkRequest> seen() {
    looking = false;
    return List.copyOf(requests);
  }
}
