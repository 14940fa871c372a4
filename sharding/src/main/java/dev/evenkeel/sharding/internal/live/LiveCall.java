package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A call on tables whose layout may change while it runs. It is planned by the records that are
 * known, each of its writes is sent only while they hold, and its answer counts only if they still
 * do; otherwise it is planned anew.
 *
 * @param scopes the tables that it touches, one at least
 * @param writes whether it waits while writes of its keys are held back: it may change items, or
 *     could not read them during a change
 * @param nanos elapsed time in nanoseconds
 */
public record LiveCall(List<Scope> scopes, boolean writes, LongSupplier nanos) {
  /** The time that a call waits for a record, or for the end of a pause, before it fails. */
  static final Duration WAIT_MAX = Duration.ofSeconds(20);

  /** Looks come seldom once a call has waited for long: thousands may wait in an outage. */
  private static final Duration LOOK_MIN = Duration.ofMillis(100);

  private static final Duration LOOK_MAX = Duration.ofSeconds(1);

  private static final Integer ONE = 1;

  /**
   * A table that a call touches.
   *
   * @param keys the logical keys, canonical; empty for any. Asked only where a change may come
   * @param draws whether each plan draws shards anew, so that a write that was sent once could be
   *     stored beside itself
   */
  public record Scope(
      String table, LayoutSession session, Supplier<Set<AttributeValue>> keys, boolean draws) {

    private boolean isHeldBy(LayoutRecord view) {
      if (view.state() != State.PAUSED) {
        return false;
      }
      Set<AttributeValue> known = keys.get();
      return known.isEmpty() || known.stream().anyMatch(view::holds);
    }
  }

  /**
   * Runs the call.
   *
   * @param planned makes its flow by the records of the scopes, in their order; the writes in it
   *     fail with a {@link StaleLayoutException} where {@link LayoutLease} does not let them pass
   */
  public <R> Flow<R> run(Function<LayoutLease, Flow<R>> planned) {
    return Flow.defer(() -> attempt(planned, null, false));
  }

  /**
   * @param since when it began to wait; null if it does not yet. Each plan may wait for as long as
   *     the first
   * @param hasWritten whether a plan before this one has sent a write
   */
  private <R> Flow<R> attempt(
      Function<LayoutLease, Flow<R>> planned, @Nullable Long since, boolean hasWritten) {
    List<LayoutRecord> views = new ArrayList<>();
    for (Scope scope : scopes) {
      LayoutRecord view = scope.session().view();
      if (view == null || (writes && scope.isHeldBy(view))) {
        long now = nanos.getAsLong();
        return waiting(planned, since == null ? now : since, hasWritten, scope, view);
      }
      if (hasWritten && scope.draws()) {
        return Flow.failed(LayoutUnknownException.changed(scope.table()));
      }
      views.add(view);
    }
    LayoutLease lease = new LayoutLease(scopes, views, writes);
    Flow<R> again = Flow.defer(() -> attempt(planned, null, hasWritten || lease.hasWritten()));
    Flow<R> sent = planned.apply(lease);
    return (hasWritten ? sent.mapFailure(LiveCall::attemptedTwice) : sent)
        .map(answer -> lease.mayUse() ? Flow.of(answer) : again)
        .recover(StaleLayoutException::isBehind, failure -> Flow.of(again))
        .then(next -> next);
  }

  /**
   * The failure of a write that an earlier plan has sent, too. The SDK counts the attempts of the
   * last plan alone, and of one attempt that was refused a client above knows that nothing is made.
   */
  private static Throwable attemptedTwice(Throwable failure) {
    if (!(failure instanceof AwsServiceException refused) || !ONE.equals(refused.numAttempts())) {
      return failure;
    }
    AwsServiceException told = refused.toBuilder().numAttempts(2).build();
    told.setStackTrace(failure.getStackTrace());
    Arrays.stream(failure.getSuppressed()).forEach(told::addSuppressed);
    return told;
  }

  private <R> Flow<R> waiting(
      Function<LayoutLease, Flow<R>> planned,
      long since,
      boolean hasWritten,
      Scope scope,
      @Nullable LayoutRecord view) {
    if (view == null && scope.session().hasEnded()) {
      return Flow.failed(LayoutUnknownException.closed(scope.table(), hasWritten));
    }
    long waited = nanos.getAsLong() - since;
    if (waited > WAIT_MAX.toNanos()) {
      return Flow.failed(unknown(hasWritten, scope, view));
    }
    long look = Math.min(LOOK_MAX.toNanos(), Math.max(LOOK_MIN.toNanos(), waited / 8));
    long left = WAIT_MAX.toNanos() - waited + LOOK_MIN.toNanos();
    return Flow.ask(Pause.upTo(Duration.ofNanos(Math.min(look, left))))
        .then(done -> attempt(planned, since, hasWritten));
  }

  private static LayoutUnknownException unknown(
      boolean hasWritten, Scope scope, @Nullable LayoutRecord view) {
    if (view != null) {
      return LayoutUnknownException.paused(scope.table(), WAIT_MAX, hasWritten);
    }
    LayoutSession session = scope.session();
    return session.isSetBack()
        ? LayoutUnknownException.setBack(scope.table(), hasWritten)
        : LayoutUnknownException.notRead(scope.table(), WAIT_MAX, hasWritten, session.failure());
  }
}
