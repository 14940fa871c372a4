package dev.evenkeel.timeseries.internal.plan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.work.Tally;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DigestTallyTest {
  @Test
  void digest_ofSums_isTheSumOfDigests() {
    Random random = new Random(7);
    ContentDigest sum = ContentDigest.EMPTY;
    Tally tally = Tally.NONE;
    for (int i = 0; i < 1_000; i++) {
      ContentDigest one =
          new ContentDigest(
              i, random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
      sum = sum.plus(one);
      tally = tally.plus(DigestTally.of(one));
      assertThat(DigestTally.digest(tally)).isEqualTo(sum);
    }
  }

  @Test
  void digest_carriesThroughAllParts_endsAtZero() {
    Tally greatest = DigestTally.of(new ContentDigest(1, -1, -1, -1, -1));
    Tally one = DigestTally.of(new ContentDigest(1, 0, 0, 0, 1));

    assertThat(DigestTally.digest(greatest.plus(one))).isEqualTo(new ContentDigest(2, 0, 0, 0, 0));
  }
}
