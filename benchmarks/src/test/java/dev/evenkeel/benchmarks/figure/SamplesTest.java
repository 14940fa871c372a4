package dev.evenkeel.benchmarks.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {

  @Test
  void median_oddAndEvenCounts_isTheMiddle() {
    assertThat(Samples.of(9, 1, 5).median()).isEqualTo(5);
    assertThat(Samples.of(9, 1, 5, 7).median()).isEqualTo(6);
  }

  @Test
  void mean_severalSamples_isTheirAverage() {
    assertThat(Samples.of(1, 2, 6).mean()).isEqualTo(3);
  }

  @Test
  void p99_byNearestRank_isTheLargestOfFewAndTheLastButOneOfTwoHundred() {
    assertThat(Samples.of(3, 20, 1).p99()).isEqualTo(20);
    double[] many = IntStream.rangeClosed(1, 200).asDoubleStream().toArray();
    assertThat(Samples.of(many).p99()).isEqualTo(198);
  }
}
