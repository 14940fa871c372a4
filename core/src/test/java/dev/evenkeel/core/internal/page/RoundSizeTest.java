package dev.evenkeel.core.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundSizeTest {

  /** ceil(k/N + 2*sqrt(k/N) + 1), never more than is wanted in all. */
  @ParameterizedTest
  @CsvSource({"25,10,7", "100,10,18", "100,50,6", "100,200,3", "1000,50,30", "1,50,1", "5,1,5"})
  void perSource_wantedOverSources_leavesRoomForChance(int wanted, int sources, int expected) {
    assertThat(RoundSize.perSource(wanted, sources)).isEqualTo(expected);
  }

  @Test
  void rowsWanted_knownRowSize_fillsThePageInBytes() {
    MergeSettings page =
        MergeSettings.page(Comparator.comparing(Map::size), MergeSettings.NO_LIMIT, false, false);
    assertThat(page.rowsWanted(0, 0)).as("1 KiB is assumed").isEqualTo(1024);
    assertThat(page.rowsWanted(1000, 200)).isEqualTo(5242 - 1000);
    assertThat(page.rowsWanted(6000, 200)).isEqualTo(1);
  }

  /** 200 sources, rows of 200 bytes, 4 MiB to read ahead: 20 rows a block, 5 blocks a source. */
  @ParameterizedTest
  @CsvSource({
    "0,20", // nothing taken yet: the block that is paid for anyway
    "819200,20", // a block for each source
    "1638400,40",
    "4194304,102",
    "99999999,102"
  })
  void askLimit_pagingOn_givesEachLiveSourceItsShare(long takenBytes, int expected) {
    MergeSettings page =
        MergeSettings.page(Comparator.comparing(Map::size), 1000, false, false)
            .readingAhead(4 << 20)
            .ofWholeRows();
    assertThat(page.askLimit(100, 200, 200, 200, takenBytes, 1000)).isEqualTo(expected);
  }
}
