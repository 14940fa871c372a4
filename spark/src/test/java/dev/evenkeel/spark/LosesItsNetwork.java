package dev.evenkeel.spark;

import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.interceptor.Context.BeforeTransmission;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Lets so many requests through, and fails all others. */
final class LosesItsNetwork implements ExecutionInterceptor {
  private final AtomicInteger left;

  LosesItsNetwork(int requests) {
    this.left = new AtomicInteger(requests);
  }

  @Override
  public void beforeTransmission(BeforeTransmission context, ExecutionAttributes attributes) {
    if (left.decrementAndGet() < 0) {
      throw new IllegalStateException("no network");
    }
  }
}
