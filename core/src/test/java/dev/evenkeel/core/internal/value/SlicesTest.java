package dev.evenkeel.core.internal.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlicesTest {
  @Test
  void of_aList_hasAllElementsInTheirOrder() {
    assertThat(Slices.of(List.of(1, 2, 3, 4, 5), 2))
        .containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
    assertThat(Slices.of(List.of(1, 2, 3, 4), 2)).containsExactly(List.of(1, 2), List.of(3, 4));
    assertThat(Slices.of(List.of(), 2)).isEmpty();
  }
}
