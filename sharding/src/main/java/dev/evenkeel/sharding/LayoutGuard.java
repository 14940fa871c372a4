package dev.evenkeel.sharding;

import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.live.LayoutLease;
import dev.evenkeel.sharding.internal.live.LeaseAttribute;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Lets a write on a table with a layout record pass only while the layout holds that it was made
 * by. Install it on the client that sends, below all decorators:
 *
 * <pre>{@code
 * DynamoDbClient.builder()
 *     .overrideConfiguration(c -> c.addExecutionInterceptor(LayoutGuard.create()))
 * }</pre>
 *
 * <p>It looks at each attempt after it was signed, right before it is transmitted: a request that
 * waited for a connection, a retry or a sleeping process is not sent under a layout that may have
 * changed. Requests on other tables pass untouched. It keeps nothing, sends nothing and may be
 * shared by any number of clients.
 */
public final class LayoutGuard implements ExecutionInterceptor {
  private static final ExecutionAttribute<Attempts> ATTEMPTS =
      new ExecutionAttribute<>("dev.evenkeel.sharding.attempts");

  private LayoutGuard() {}

  /** A guard. */
  public static LayoutGuard create() {
    return new LayoutGuard();
  }

  /**
   * Checks that a client has a guard.
   *
   * @throws IllegalArgumentException if it has none, or cannot tell
   */
  public static void requireIn(Supplier<DynamoDbServiceClientConfiguration> client) {
    boolean guarded;
    try {
      guarded =
          client.get().overrideConfiguration().executionInterceptors().stream()
              .anyMatch(LayoutGuard.class::isInstance);
    } catch (UnsupportedOperationException e) {
      guarded = false;
    }
    if (!guarded) {
      throw new IllegalArgumentException(
          "A spec has layoutFrom(), and the client that sends has no LayoutGuard, without which a"
              + " late request could be stored where nobody looks: build it with"
              + " overrideConfiguration(c -> c.addExecutionInterceptor(LayoutGuard.create()))");
    }
  }

  /**
   * The attempts of one request. The SDK does not say to which attempt an answer belongs, and that
   * of a first one may come while a second is under way. So an answer counts only if no earlier
   * attempt can have brought it.
   */
  private static final class Attempts {
    private final LayoutLease lease;
    private final boolean adds;
    private @Nullable Object unanswered;
    private boolean isAmbiguous;

    Attempts(LayoutLease lease, boolean adds) {
      this.lease = lease;
      this.adds = adds;
    }

    synchronized void send() {
      Object attempt = new Object();
      lease.send(attempt);
      isAmbiguous |= unanswered != null;
      unanswered = attempt;
      if (adds) {
        lease.updating();
      }
    }

    synchronized void answered(boolean refused) {
      if (unanswered != null && !isAmbiguous) {
        lease.answered(unanswered);
        unanswered = null;
        if (adds && refused) {
          lease.refused();
        }
      }
    }
  }

  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    LayoutLease lease = attributes.getAttribute(LeaseAttribute.LEASE);
    if (lease != null && isWrite(context.request())) {
      attributes.putAttribute(
          ATTEMPTS, new Attempts(lease, context.request() instanceof UpdateItemRequest));
    }
  }

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    Attempts attempts = attributes.getAttribute(ATTEMPTS);
    if (attempts != null) {
      attempts.send();
    }
  }

  /** A failure of the server leaves open whether the write happens: it counts as unanswered. */
  @Override
  public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
    Attempts attempts = attributes.getAttribute(ATTEMPTS);
    int status = context.httpResponse().statusCode();
    if (attempts != null && status < 500) {
      attempts.answered(status >= 400);
    }
  }

  /** The reads of a call that writes are asked for their answers only. */
  private static boolean isWrite(SdkRequest request) {
    return request instanceof DynamoDbRequest table
        && Operation.of(table).kind() == Operation.Kind.ITEM_WRITE;
  }
}
