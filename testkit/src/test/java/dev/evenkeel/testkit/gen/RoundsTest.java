package dev.evenkeel.testkit.gen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoundsTest {
  /** Of rounds from seed 5 on, of which three are usual: more go on where those end. */
  private static final int FIRST = Rounds.isMore() ? 8 : 5;

  /** Something that is opened and closed. */
  private record Drawn(int number, List<String> closed) implements AutoCloseable {
    @Override
    public void close() {
      closed.add("closed");
    }

    @Override
    public String toString() {
      return "drawn " + number;
    }
  }

  @Test
  void run_rounds_haveFixturesAndSeedsOfTheirOwn() {
    List<String> closed = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();

    Rounds.run(
        5,
        3,
        random -> new Drawn(random.nextInt(), closed),
        (drawn, random) -> {
          numbers.add(drawn.number());
          numbers.add(random.nextInt());
        });

    assertThat(closed).hasSize(Rounds.of(3));
    assertThat(numbers).doesNotHaveDuplicates().hasSize(2 * Rounds.of(3));
    Random first = Rounds.random(FIRST);
    assertThat(numbers.subList(0, 2)).containsExactly(first.nextInt(), first.nextInt());
  }

  @Test
  void inTurn_cases_areEverySecond() {
    List<String> first = List.of("a", "c", "e");
    List<String> others = List.of("b", "d");

    assertThat(Rounds.inTurn(List.of("a", "b", "c", "d", "e")))
        .isEqualTo(Rounds.isMore() ? others : first);
  }

  @Test
  void upTo_most_isATenthForEachTimeTheUsualRounds() {
    int times = Integer.getInteger(Rounds.PROPERTY, 1);

    assertThat(Rounds.upTo(100)).isEqualTo(Math.min(10 * times, 100));
    assertThat(Rounds.upTo(1)).isOne();
    assertThatThrownBy(() -> Rounds.upTo(0)).hasMessage("most must be >= 1 but was 0");
  }

  @Test
  void run_noRound_isRefused() {
    assertThatThrownBy(
            () ->
                Rounds.run(5, 0, random -> new Drawn(1, new ArrayList<>()), (drawn, random) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("usual must be >= 1");
  }

  @Test
  void run_aRoundFails_namesItsSeedAndFixture() {
    List<String> closed = new ArrayList<>();
    int second = FIRST + 1;
    int number = Rounds.random(second).nextInt();

    assertThatThrownBy(
            () ->
                Rounds.run(
                    5,
                    3,
                    random -> new Drawn(random.nextInt(), closed),
                    (drawn, random) -> {
                      if (drawn.number() == number) {
                        throw new IllegalStateException("broken");
                      }
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "Round failed with seed %d, drawn %d. Repeat it with -Devenkeel.seed=%d -Devenkeel.rounds=%d. Cause: broken"
                .formatted(second, number, second, Rounds.isMore() ? 2 : 1))
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(closed).hasSize(2);
  }
}
