package dev.evenkeel.simulator.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.gen.Property;
import org.junit.jupiter.api.Test;

class VotesTest {
  @Test
  void candidate_isTheKeyWithMostAndNeverDominatesWithLessThanHalf() {
    Property.check(
        200,
        gen -> {
          Votes votes = new Votes();
          long[] weights = new long[4];
          for (int i = 0; i < gen.size(); i++) {
            int key = gen.chance(0.6) ? 1 : gen.between(0, 3);
            int weight = gen.between(1, 9);
            votes.add(key, weight);
            weights[key] += weight;
          }
          long total = weights[0] + weights[1] + weights[2] + weights[3];
          if (votes.dominated()) {
            assertThat(2 * weights[(int) votes.candidate()]).isGreaterThanOrEqualTo(total);
          }
          for (int key = 0; key < weights.length; key++) {
            if (2 * weights[key] > total) {
              assertThat(votes.candidate()).isEqualTo(key);
            }
          }
          assertThat(votes.alone()).isEqualTo(weights[(int) votes.candidate()] == total);
        });
  }

  @Test
  void noVotes_meanNoKey() {
    assertThat(new Votes().dominated()).isFalse();
    assertThat(new Votes().alone()).isFalse();
  }
}
