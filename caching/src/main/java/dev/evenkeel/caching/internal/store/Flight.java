package dev.evenkeel.caching.internal.store;

import dev.evenkeel.core.internal.flow.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * A read that several callers share: one of them sends it, the others wait for what becomes of it.
 * None of them can end it for the others: if the one that sends is cancelled or gives up, another
 * one sends.
 */
public final class Flight implements Request<Flight.Landing> {
  private final Reading reading;
  private final boolean async;
  private final List<Consumer<Landing>> waiting = new ArrayList<>();
  private @Nullable Landing landing;

  Flight(Reading reading, boolean async) {
    this.reading = reading;
    this.async = async;
  }

  /** What has become of a flight. */
  public sealed interface Landing {}

  /** DynamoDB has answered. */
  record Landed(GetItemResponse response) implements Landing {}

  /** DynamoDB has refused. */
  record Failed(Throwable failure) implements Landing {}

  /** The caller that had sent it gave up. */
  record Abandoned() implements Landing {}

  public Reading reading() {
    return reading;
  }

  boolean isAsync() {
    return async;
  }

  /** Whether it is the caller of this reading that sends it. */
  @SuppressWarnings("ReferenceEquality") // equal readings of two callers are two
  boolean isLedBy(Reading caller) {
    return reading == caller;
  }

  /** Tells what becomes of it: at once if it is known, and otherwise on the thread that ends it. */
  public void whenLanded(Consumer<Landing> told) {
    Landing known;
    synchronized (waiting) {
      known = landing;
      if (known == null) {
        waiting.add(told);
        return;
      }
    }
    told.accept(known);
  }

  private void end(Landing with) {
    List<Consumer<Landing>> all;
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

  void landed(GetItemResponse response) {
    end(new Landed(response));
  }

  /**
   * The read has failed: by DynamoDB's answer for all who wait, by anything else for the sender.
   */
  void failed(Throwable failure) {
    end(failure instanceof SdkServiceException ? new Failed(failure) : new Abandoned());
  }

  void abandoned() {
    end(new Abandoned());
  }
}
