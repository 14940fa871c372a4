package dev.evenkeel.caching.internal.store;

import dev.evenkeel.core.internal.flow.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A read that several callers share: one of them sends it, and the others wait for its result. None
 * of them can end it for the others: if the one that sends is cancelled or gives up, another one
 * sends.
 */
public final class Flight<R extends DynamoDbResponse> implements Request<Flight.Landing<R>> {
  private final Reading<R> reading;
  private final boolean async;
  private final Flights among;
  private final List<Consumer<Landing<R>>> waiting = new ArrayList<>();
  private @Nullable Landing<R> landing;
  private @Nullable R shared;

  Flight(Reading<R> reading, boolean async, Flights among) {
    this.reading = reading;
    this.async = async;
    this.among = among;
  }

  /** The result of a flight. */
  @SuppressWarnings("unused") // the type of the answer ties question and answer together
  public sealed interface Landing<R extends DynamoDbResponse> {}

  /**
   * DynamoDB or the remote tier has answered.
   *
   * @param response as its sender gets it; others take {@link Flight#shared the answer alone}
   * @param since elapsed nanoseconds when the read of the answer began: before that of the flight,
   *     if another process has read it
   */
  public record Reply<R extends DynamoDbResponse>(R response, long since) implements Landing<R> {}

  /** DynamoDB has refused. */
  public record Failed<R extends DynamoDbResponse>(Throwable failure) implements Landing<R> {}

  /** DynamoDB has left it out of a batch, as its table has no capacity now. */
  public record Unprocessed<R extends DynamoDbResponse>() implements Landing<R> {}

  /** The caller that sent it gave up. */
  record Abandoned<R extends DynamoDbResponse>() implements Landing<R> {}

  public Reading<R> reading() {
    return reading;
  }

  /** Whether those who wait are calls of asynchronous clients. */
  public boolean isAsync() {
    return async;
  }

  /** Whether it is the caller of this reading that sends it. */
  @SuppressWarnings("ReferenceEquality") // equal readings of two callers are two
  public boolean isLedBy(Reading<R> caller) {
    return reading == caller;
  }

  /** Tells what becomes of it: at once if it is known, and otherwise on the thread that ends it. */
  public void whenLanded(Consumer<Landing<R>> told) {
    Landing<R> known;
    synchronized (waiting) {
      known = landing;
      if (known == null) {
        waiting.add(told);
        return;
      }
    }
    told.accept(known);
  }

  /** The answer for those who have waited: one for all of them, made for the first that asks. */
  public R shared(Reply<R> landed) {
    synchronized (waiting) {
      if (shared == null) {
        shared = reading.question().shared(landed.response());
      }
      return shared;
    }
  }

  /** Nobody joins it any more, and those who wait are told. */
  private void end(Landing<R> with) {
    among.over(this);
    List<Consumer<Landing<R>>> all;
    synchronized (waiting) {
      if (landing != null) {
        return;
      }
      landing = with;
      all = List.copyOf(waiting);
      waiting.clear();
    }
    all.forEach(told -> told.accept(with));
  }

  /** The read has been answered. */
  public void landed(Reply<R> landed) {
    end(landed);
  }

  /**
   * The read has failed: by DynamoDB's answer for all who wait, by anything else for the sender.
   */
  public void failed(Throwable failure) {
    end(failure instanceof SdkServiceException ? new Failed<>(failure) : new Abandoned<>());
  }

  /** DynamoDB has left it out of a batch. */
  public void unprocessed() {
    end(new Unprocessed<>());
  }

  /** The sender gives up: another one sends. Changes nothing if the read is over. */
  public void abandoned() {
    end(new Abandoned<>());
  }
}
