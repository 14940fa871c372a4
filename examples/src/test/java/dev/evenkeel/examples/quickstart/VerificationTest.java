package dev.evenkeel.examples.quickstart;

import static dev.evenkeel.examples.quickstart.Hits.hit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerificationTest {
  private static final Hit FIRST = hit(1, "2015-05-17T10:00:00Z");
  private static final Hit SECOND = hit(2, "2015-05-17T10:00:01Z");
  private static final Hit SECOND_ALTERED = hit(2, "2015-05-17T10:00:02Z");

  private final Verification verification = new Verification();

  @Test
  void sameHits_equal_findsNothing() {
    assertThat(differences(FIRST, SECOND)).isEmpty();
  }

  @Test
  void sameHits_oneMissing_isFound() {
    assertThat(differences(FIRST)).containsExactly("day: 2 expected, but got 1");
  }

  @Test
  void sameHits_oneTwice_isFound() {
    assertThat(differences(FIRST, SECOND, SECOND))
        .containsExactly(
            "day: line 2 of 2015-05-17T10:00:01Z came back more than once",
            "day: 2 expected, but got 3");
  }

  @Test
  void sameHits_wrongOrder_isFound() {
    assertThat(differences(SECOND, FIRST))
        .containsExactly(
            "day: row 1 should be line 1 of 2015-05-17T10:00:00Z,"
                + " but is line 2 of 2015-05-17T10:00:01Z");
  }

  @Test
  void sameHits_alteredField_isFound() {
    assertThat(differences(FIRST, SECOND_ALTERED)).hasSize(1);
  }

  private List<String> differences(Hit... actual) {
    verification.sameHits("day", List.of(FIRST, SECOND), List.of(actual).iterator());
    return verification.differences();
  }
}
