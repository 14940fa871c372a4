package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Several things read side by side. Fetches run in parallel up to a width; meanwhile, values that
 * are here are unpacked in computations that are each large enough.
 */
public final class BoundedParallel<T> {
  /** Enough to be worth a thread: about a tenth of a millisecond for the fastest codec. */
  static final int COMPUTED_BYTES_MIN = 64 * 1024;

  /** Takes less time than handing it to another thread. */
  private static final int IN_PLACE_BYTES_MAX = 4 * 1024;

  private final List<? extends Part<T>> parts;
  private final int widthMax;
  private final Object[] results;
  private final List<Flow<Done>> narrow = new ArrayList<>();
  private final List<Flow<Done>> wide = new ArrayList<>();
  private final List<Flow<Done>> computations = new ArrayList<>();

  private BoundedParallel(List<? extends Part<T>> parts, int widthMax) {
    this.parts = parts;
    this.widthMax = widthMax;
    this.results = new Object[parts.size()];
  }

  /**
   * Reads all. The narrow ones are fetched side by side, and then the wide ones one after the
   * other, so that never more than {@code widthMax} requests are under way.
   *
   * @return the results, in the order of the list
   */
  public static <T> Flow<List<T>> bySide(List<? extends Part<T>> parts, int widthMax) {
    return Flow.defer(() -> new BoundedParallel<>(parts, widthMax).flow());
  }

  @SuppressWarnings("unchecked") // the array has been filled with results only
  private Flow<List<T>> flow() {
    begin();
    // All are awaited, though they read: what ends this gives back the memory that they use.
    Flow<Done> fetches =
        Flow.awaitAll(narrow, widthMax).then(Flow.awaitAll(wide, 1)).map(fetched -> Done.DONE);
    List<Flow<Done>> all = new ArrayList<>(computations);
    all.add(fetches);
    return Flow.awaitAll(all).map(done -> (List<T>) Arrays.asList(results));
  }

  private void begin() {
    List<Integer> together = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part<T> part = parts.get(i);
      if (part.extent().isHere()) {
        together.add(i);
        bytes += part.extent().bytes();
      } else {
        (part.extent().isWide() ? wide : narrow).add(fetched(i));
      }
      if (bytes >= COMPUTED_BYTES_MIN) {
        computations.add(computed(together));
        together = new ArrayList<>();
        bytes = 0;
      }
    }
    if (bytes > IN_PLACE_BYTES_MAX) {
      computations.add(computed(together));
    } else {
      unpack(together);
    }
  }

  private Flow<Done> fetched(int place) {
    int each = parts.size() == 1 ? widthMax : 1;
    return parts
        .get(place)
        .fetched(each)
        .atResult(result -> results[place] = result)
        .map(result -> Done.DONE);
  }

  private Flow<Done> computed(List<Integer> places) {
    return Compute.flow(() -> unpack(places));
  }

  private Done unpack(List<Integer> places) {
    places.forEach(place -> results[place] = parts.get(place).here());
    return Done.DONE;
  }

  /** The size of a read. */
  public interface Extent {
    /** The number of compressed and unpacked bytes; 0 if the value is stored as it is. */
    long bytes();

    /** Whether all of it has been read, so that it only has to be unpacked. */
    boolean isHere();

    /** Whether fetching it takes several requests, so that it shares the width with no other. */
    boolean isWide();
  }

  /**
   * One of several things that are read together: a value of an item, or an item with its values.
   *
   * @param <T> the result as callers see it
   */
  public interface Part<T> {
    Extent extent();

    /** The thing, if it is here; a computation that asks for nothing. */
    T here();

    /**
     * The thing, if something has to be fetched for it.
     *
     * @param widthMax how many requests may be under way for it
     */
    Flow<T> fetched(int widthMax);
  }
}
