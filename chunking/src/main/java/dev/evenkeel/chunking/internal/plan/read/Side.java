package dev.evenkeel.chunking.internal.plan.read;

import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Flow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Several reads side by side, of which some are side by side in themselves. */
final class Side {
  private Side() {}

  /**
   * Reads the narrow ones side by side, and then the wide ones one after the other, so that never
   * more than {@code widthMax} requests are under way.
   *
   * @return what was read, in the order of the list
   */
  @SuppressWarnings("unchecked") // the array has been filled with results only
  static <S, T> Flow<List<T>> bySide(
      List<S> all, Predicate<S> isWide, Function<S, Flow<T>> read, int widthMax) {
    return Flow.defer(
        () -> {
          Object[] results = new Object[all.size()];
          List<Flow<Done>> narrow = new ArrayList<>();
          List<Flow<Done>> wide = new ArrayList<>();
          for (int i = 0; i < all.size(); i++) {
            int place = i;
            (isWide.test(all.get(i)) ? wide : narrow)
                .add(
                    read.apply(all.get(i))
                        .map(
                            result -> {
                              results[place] = result;
                              return Done.DONE;
                            }));
          }
          return Flow.all(narrow, widthMax)
              .then(Flow.all(wide, 1))
              .map(done -> (List<T>) Arrays.asList(results));
        });
  }
}
