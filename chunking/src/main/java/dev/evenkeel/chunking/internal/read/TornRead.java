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
 * Something read, such as an item, of which a payload is gone. It was replaced since then, or was
 * read late: it is read again, consistently. If it then still names the same payloads, and one
 * still is not there, that is lost.
 *
 * @param hydrate gives it its values
 * @param payloads where its values are
 * @param again reads it again, for this reason
 * @param <T> it as it is stored
 * @param <R> it with its values
 */
public record TornRead<T, R>(
    Function<T, Flow<R>> hydrate,
    Function<T, List<PayloadRef>> payloads,
    Function<Throwable, Flow<T>> again) {

  /**
   * The maximum of rereads: with the pauses, more replacements in a row than any writer makes on
   * purpose.
   */
  public static final int REREADS_MAX = 5;

  public Flow<R> settle(T read) {
    return settle(read, List.of(), 0);
  }

  private Flow<R> settle(T read, List<PayloadRef> before, int rereads) {
    return hydrate
        .apply(read)
        .recover(
            cause -> {
              List<PayloadRef> now =
                  LargeValueException.is(cause, Reason.PAYLOAD_MISSING)
                      ? payloads.apply(read)
                      : before;
              return now.equals(before) || rereads == REREADS_MAX
                  ? Flow.failed(cause)
                  : Flow.ask(Retries.pause(rereads))
                      .then(done -> again.apply(cause))
                      .then(found -> settle(found, now, rereads + 1));
            });
  }

  /** The item that a read found; null if there is none, or no longer. */
  public record ReadResult(@Nullable Map<String, AttributeValue> item) {}
}
