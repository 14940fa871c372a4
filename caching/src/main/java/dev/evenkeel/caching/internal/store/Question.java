package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.DecoratorException;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * The part of an item, or the page, that a caller asks for. Two that say the same in other words
 * are two.
 *
 * @param <R> the response that answers it
 */
public sealed interface Question<R extends DynamoDbResponse> permits Projection, PageQuestion {

  /**
   * What DynamoDB has answered one caller, for others and for memory: the answer alone. What came
   * with it tells of a request that was not theirs, and may hold all bytes of its connection's
   * answer.
   */
  R shared(R response);

  /**
   * What an eventually consistent read of this answer costs, in halves of a unit.
   *
   * @throws DecoratorException if it has values that this SDK does not know
   */
  long halfUnits(R response);

  /** The same; empty if it has values that this SDK does not know. */
  default OptionalLong halfUnitsIfKnown(R response) {
    try {
      return OptionalLong.of(halfUnits(response));
    } catch (DecoratorException unknown) {
      return OptionalLong.empty();
    }
  }

  /** The bytes of heap that this question and its answer take, estimated. */
  int bytes(R response);

  /** How long the answer stays in memory at most; null if it does not belong there. */
  @Nullable Duration timeToLive(CachingSpec spec, R response);

  /** The number of questions of a key whose answers stay in memory, at most. */
  int answersMax();

  /** What is counted to tell whether the answer is popular. */
  int countedAs(ItemKey key);
}
