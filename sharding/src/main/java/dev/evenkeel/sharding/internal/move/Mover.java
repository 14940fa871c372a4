package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.sharding.internal.live.LayoutLease;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.internal.live.LayoutSession;
import dev.evenkeel.sharding.internal.live.LeaseAttribute;
import dev.evenkeel.sharding.internal.live.LiveCall;
import dev.evenkeel.sharding.internal.live.LiveCall.Scope;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Moves items that were read at their old place, each under a lease on the layout of its own.
 *
 * @param version of the record under which they were read: who sleeps with an item in hand may wake
 *     up in a later move, when another may be at that place
 * @param session of the table
 * @param token gives a token that no request has had
 */
public record Mover(
    MovePass pass, long version, LayoutSession session, LongSupplier nanos, Supplier<String> token)
    implements Function<Map<String, AttributeValue>, Flow<Done>> {

  @Override
  public Flow<Done> apply(Map<String, AttributeValue> item) {
    Scope scope = new Scope(pass.from().name(), session, Set::of, false);
    return new LiveCall(List.of(scope), true, nanos)
        .run(lease -> moved(item, lease))
        .mapFailure(Mover::throttle);
  }

  /** A layout that is not known since its record is throttled is waited for, as any throttle. */
  private static Throwable throttle(Throwable failure) {
    Throwable cause = failure instanceof LayoutUnknownException ? failure.getCause() : null;
    return cause != null && Throttles.isThrottle(cause) ? cause : failure;
  }

  private Flow<Done> moved(Map<String, AttributeValue> item, LayoutLease lease) {
    String table = pass.from().tableName();
    LayoutRecord now = lease.views().get(0);
    if (now.state() != State.MOVING || now.version() != version) {
      return Flow.failed(
          new LayoutChangeException(
              Reason.NOT_MOVING, table, "Another process has ended the move."));
    }
    AwsRequestOverrideConfiguration leased =
        AwsRequestOverrideConfiguration.builder()
            .putExecutionAttribute(LeaseAttribute.LEASE, lease)
            .build();
    ItemMover mover = new ItemMover(new Call("Move", table), pass.from(), pass.to(), leased, token);
    return pass.moved(mover, item);
  }
}
