package dev.evenkeel.sharding.internal.live;

import software.amazon.awssdk.core.interceptor.ExecutionAttribute;

/**
 * Carries the lease of a call, on its requests, down to the client that sends. Apart from the
 * lease, since the SDK lets each name be made once in a JVM.
 */
public final class LeaseAttribute {
  public static final ExecutionAttribute<LayoutLease> LEASE =
      new ExecutionAttribute<>("dev.evenkeel.sharding.layout");

  private LeaseAttribute() {}
}
