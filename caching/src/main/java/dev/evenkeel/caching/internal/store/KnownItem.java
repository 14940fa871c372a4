package dev.evenkeel.caching.internal.store;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** What is known of a key: the answers to the last few questions that were asked. Immutable. */
record KnownItem(Map<Question<?>, Answer<?>> answers, int bytes) {

  /**
   * One more answer; the oldest ones go if there are too many, or if they take too much.
   *
   * @param bytesMax of all together; one answer alone may take more
   * @param inVain is told the questions of answers that go and were never given
   */
  static KnownItem with(
      @Nullable KnownItem known,
      Question<?> question,
      Answer<?> answer,
      int bytesMax,
      Consumer<Question<?>> inVain) {
    if (known == null || (known.answers.size() == 1 && known.answers.containsKey(question))) {
      return new KnownItem(Map.of(question, answer), answer.bytes());
    }
    Map<Question<?>, Answer<?>> all = new LinkedHashMap<>(known.answers);
    all.remove(question);
    long bytes = answer.bytes();
    for (Answer<?> other : all.values()) {
      bytes += other.bytes();
    }
    Iterator<Map.Entry<Question<?>, Answer<?>>> oldest = all.entrySet().iterator();
    for (int left = all.size();
        left > 0 && (left >= question.answersMax() || bytes > bytesMax);
        left--) {
      Map.Entry<Question<?>, Answer<?>> gone = oldest.next();
      bytes -= gone.getValue().bytes();
      tellIfNeverGiven(gone, inVain);
      oldest.remove();
    }
    all.put(question, answer);
    return new KnownItem(all, (int) bytes);
  }

  /** Tells the questions of the answers that were never given. */
  void tellNeverGiven(Consumer<Question<?>> inVain) {
    answers.entrySet().forEach(each -> tellIfNeverGiven(each, inVain));
  }

  private static void tellIfNeverGiven(
      Map.Entry<Question<?>, Answer<?>> each, Consumer<Question<?>> inVain) {
    if (!each.getValue().given().get()) {
      inVain.accept(each.getKey());
    }
  }

  @SuppressWarnings("unchecked") // an answer is stored with the question that it answers
  <R extends DynamoDbResponse> @Nullable Answer<R> answer(Question<R> question) {
    return (Answer<R>) answers.get(question);
  }
}
