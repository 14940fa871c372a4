package dev.evenkeel.chunking;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Records the requests of clients to DynamoDB and S3 between {@link #look} and {@link #seen}. */
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

  /** The requests since {@link #look}; stops recording. */
  List<SdkRequest> seen() {
    looking = false;
    return List.copyOf(requests);
  }
}
