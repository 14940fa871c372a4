package dev.evenkeel.timeseries.internal.plan.ledger;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.internal.lease.LeaseLostException;
import dev.evenkeel.core.internal.lease.Leases;
import dev.evenkeel.core.internal.pace.Cancellations;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Retries of conditional writes that conflict with transactions, and of transactions that conflict
 * or are throttled. Transactions that check one header conflict as if they wrote it, so files that
 * end at the same moment conflict; the SDK repeats no transaction that was cancelled.
 */
public final class WriteConflicts {
  private WriteConflicts() {}

  /** Writes, and retries while a transaction or a throttle prevents it. */
  public static <T> Flow<T> repeated(Supplier<Flow<T>> write) {
    return Retries.repeated(
        write,
        failure -> failure instanceof TransactionConflictException || Cancellations.pass(failure),
        Retries.CALL_MAX);
  }

  /** Answers {@code refused} where the condition of that item did not hold. */
  public static <T> Flow<T> orElse(Flow<T> write, int item, T refused) {
    return write.recover(failure -> isRefused(failure, item), failure -> Flow.of(refused));
  }

  /**
   * Whether a condition did not hold.
   *
   * @param item of a transaction, from 0; a write alone is the first
   */
  public static boolean isRefused(Throwable failure, int item) {
    return (item == 0 && failure instanceof ConditionalCheckFailedException)
        || Cancellations.isCondition(failure, item);
  }

  /**
   * The failure of a write whose first condition is about a fence. Another fence means a lost
   * lease, which the renewal reports.
   *
   * @param message of the failure if the lease is still held
   */
  public static <T> Flow<T> onFenceFailure(Throwable failure, Lease lease, String message) {
    return isRefused(failure, 0)
        ? renewed(lease).then(held -> Flow.failed(new DecoratorException(message, failure)))
        : Flow.failed(failure);
  }

  /** Renews a lease; a lost lease fails with the public exception. */
  public static Flow<Lease> renewed(Lease lease) {
    return Leases.renew(lease).mapFailure(WriteConflicts::named);
  }

  /** Asks whether a lease is still held; a lost lease fails with the public exception. */
  public static Flow<Done> required(Lease lease) {
    return Leases.require(lease).mapFailure(WriteConflicts::named);
  }

  private static Throwable named(Throwable failure) {
    return failure instanceof LeaseLostException lost
        ? LifecycleException.leaseLost(lost)
        : failure;
  }
}
