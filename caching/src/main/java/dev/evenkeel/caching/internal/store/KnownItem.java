package dev.evenkeel.caching.internal.store;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** What is known of a key: the answers to the last few questions that were asked. Immutable. */
record KnownItem(Map<Question<?>, Answer<?>> answers, int bytes) {

  /**
   * One more answer; the oldest ones go if there are too many, or if they take too much.
   *
   * @param bytesMax of all together; one answer alone may take more
   */
  static KnownItem with(
      @Nullable KnownItem known, Question<?> question, Answer<?> answer, int bytesMax) {
    if (known == null || (known.answers.size() == 1 && known.answers.containsKey(question))) {
      return new KnownItem(Map.of(question, answer), answer.bytes());
    }
    Map<Question<?>, Answer<?>> all = new LinkedHashMap<>(known.answers);
    all.remove(question);
    long bytes = answer.bytes();
    for (Answer<?> other : all.values()) {
      bytes += other.bytes();
    }
    Iterator<Answer<?>> oldest = all.values().iterator();
    for (int left = all.size();
        left > 0 && (left >= question.answersMax() || bytes > bytesMax);
        left--) {
      bytes -= oldest.next().bytes();
      oldest.remove();
    }
    all.put(question, answer);
    return new KnownItem(all, (int) bytes);
  }

  @SuppressWarnings("unchecked") // an answer is stored with the question that it answers
  <R extends DynamoDbResponse> @Nullable Answer<R> answer(Question<R> question) {
    return (Answer<R>) answers.get(question);
  }
}
