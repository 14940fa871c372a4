package dev.evenkeel.core.internal.lease;

import static dev.evenkeel.core.internal.lease.Actor.Deed.ACQUIRE;
import static dev.evenkeel.core.internal.lease.Actor.Deed.RELEASE;
import static dev.evenkeel.core.internal.lease.Actor.Deed.RENEW;
import static dev.evenkeel.core.internal.lease.Actor.Deed.TRY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.evenkeel.core.internal.lease.Actor.Deed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every order in which the steps of two owners can happen, with every loss at every write. */
class LeaseInterleavingsTest {
  private static final Comparator<LeaseState> IN_TIME =
      Comparator.comparingLong(LeaseState::fence).thenComparingLong(LeaseState::version);

  /** Takes each path of a tree of choices once, depth first. */
  private static final class Paths {
    private final List<int[]> path = new ArrayList<>();
    private int depth;

    int choose(int possibilities) {
      if (depth == path.size()) {
        path.add(new int[] {0, possibilities});
      }
      return path.get(depth++)[0];
    }

    /** Whether there is a path left; the next run takes it. */
    boolean next() {
      depth = 0;
      while (!path.isEmpty()) {
        int[] last = path.get(path.size() - 1);
        if (++last[0] < last[1]) {
          return true;
        }
        path.remove(path.size() - 1);
      }
      return false;
    }

    @Override
    public String toString() {
      return path.stream().map(choice -> choice[0]).toList().toString();
    }
  }

  static Stream<Arguments> pairs() {
    return Stream.of(
        arguments(List.of(TRY, RENEW, RELEASE), List.of(TRY, RENEW, RELEASE), 0, 30),
        arguments(List.of(ACQUIRE, RENEW, RELEASE), List.of(ACQUIRE, RENEW, RELEASE), 0, 180),
        arguments(List.of(ACQUIRE, RELEASE), List.of(ACQUIRE, RENEW), 1, 7_000));
  }

  static Stream<Arguments> longerPairs() {
    return Stream.of(
        arguments(List.of(TRY, RENEW, RENEW), List.of(ACQUIRE, RENEW), 1, 12_000),
        arguments(List.of(TRY, TRY, RENEW), List.of(ACQUIRE, RELEASE), 1, 19_000),
        arguments(List.of(TRY, RENEW), List.of(ACQUIRE, RENEW), 2, 170_000),
        arguments(List.of(TRY, RELEASE), List.of(ACQUIRE, RELEASE), 2, 230_000),
        arguments(List.of(TRY, RENEW, RENEW), List.of(ACQUIRE), 2, 100_000));
  }

  /**
   * Checks one pair of protocols.
   *
   * @param losses how many writes may go wrong on one path
   * @param pathsMin about as many as there are, so that a world that hides some is seen
   */
  @ParameterizedTest
  @MethodSource("pairs")
  void twoOwners_everyOrderAndLoss_onlyTheHolderRelies(
      List<Deed> first, List<Deed> second, int losses, int pathsMin) {
    onlyTheHolderRelies(first, second, losses, LeaseFixture.SHORT, pathsMin);
  }

  private static void onlyTheHolderRelies(
      List<Deed> first, List<Deed> second, int losses, Duration length, int pathsMin) {
    Paths paths = new Paths();
    int taken = 0;
    do {
      LeaseFixture fixture = new LeaseFixture(first, second, losses, length, paths::choose);
      try {
        fixture.run();
        assertThat(fixture.states()).isSortedAccordingTo(IN_TIME).doesNotHaveDuplicates();
      } catch (AssertionError e) {
        throw new AssertionError("path " + paths, e);
      }
      taken++;
    } while (paths.next());
    assertThat(taken).isGreaterThanOrEqualTo(pathsMin);
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("longerPairs")
  void twoOwners_everyOrderOfMoreStepsOrLosses_onlyTheHolderRelies(
      List<Deed> first, List<Deed> second, int losses, int pathsMin) {
    twoOwners_everyOrderAndLoss_onlyTheHolderRelies(first, second, losses, pathsMin);
  }

  static Stream<Arguments> watchers() {
    return Stream.of(
        arguments(List.of(ACQUIRE, RENEW, RELEASE), List.of(ACQUIRE, RENEW, RELEASE), 0, 260),
        arguments(List.of(TRY, RENEW), List.of(ACQUIRE, RENEW), 1, 7_000));
  }

  /** Who waits looks at the lease while its length passes, too. */
  @Tag("deep")
  @ParameterizedTest
  @MethodSource("watchers")
  void twoOwners_oneLooksWhileItWaits_onlyTheHolderRelies(
      List<Deed> first, List<Deed> second, int losses, int pathsMin) {
    onlyTheHolderRelies(first, second, losses, LeaseFixture.LONG, pathsMin);
  }
}
