package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item whose payload is gone was replaced since it was read, or was read late: it is read again,
 * consistently. If it then still names the same payload, and that still is not there, it is lost.
 *
 * @param hydrate gives an item its values
 * @param payloads where the values of an item are
 * @param again reads the item again, for this reason
 */
public record TornRead(
    Function<Map<String, AttributeValue>, Flow<Map<String, AttributeValue>>> hydrate,
    Function<Map<String, AttributeValue>, List<PayloadRef>> payloads,
    Function<Throwable, Flow<ReadResult>> again) {

  /**
   * The maximum of rereads: with the pauses, more replacements in a row than any writer makes on
   * purpose.
   */
  public static final int REREADS_MAX = 5;

  Flow<ReadResult> settle(Map<String, AttributeValue> item) {
    return settle(item, List.of(), 0);
  }

  private Flow<ReadResult> settle(
      Map<String, AttributeValue> item, List<PayloadRef> before, int rereads) {
    return hydrate
        .apply(item)
        .map(ReadResult::new)
        .recover(
            cause -> {
              List<PayloadRef> now =
                  LargeValueException.is(cause, Reason.PAYLOAD_MISSING)
                      ? payloads.apply(item)
                      : before;
              return now.equals(before) || rereads == REREADS_MAX
                  ? Flow.failed(cause)
                  : Flow.ask(Retries.pause(rereads))
                      .then(done -> again.apply(cause))
                      .then(found -> settle(found, now, rereads + 1));
            });
  }

  private Flow<ReadResult> settle(ReadResult found, List<PayloadRef> before, int rereads) {
    return found.item() == null ? Flow.of(found) : settle(found.item(), before, rereads);
  }

  /** The item that a read found; null if there is none, or no longer. */
  public record ReadResult(@Nullable Map<String, AttributeValue> item) {}
}
