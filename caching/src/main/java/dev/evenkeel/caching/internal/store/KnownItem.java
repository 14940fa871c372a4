package dev.evenkeel.caching.internal.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of an item: the answers to the last few projections that were asked. Immutable. */
record KnownItem(Map<Projection, Answer> answers, int bytes) {
  private static final int PROJECTIONS_MAX = 8;

  /** One more answer; the oldest one goes if there are too many. */
  static KnownItem with(@Nullable KnownItem known, Projection projection, Answer answer) {
    if (known == null || (known.answers.size() == 1 && known.answers.containsKey(projection))) {
      return new KnownItem(Map.of(projection, answer), answer.bytes());
    }
    Map<Projection, Answer> all = new LinkedHashMap<>(known.answers);
    all.remove(projection);
    if (all.size() == PROJECTIONS_MAX) {
      all.remove(all.keySet().iterator().next());
    }
    all.put(projection, answer);
    return new KnownItem(all, all.values().stream().mapToInt(Answer::bytes).sum());
  }

  @Nullable Answer answer(Projection projection) {
    return answers.get(projection);
  }
}
