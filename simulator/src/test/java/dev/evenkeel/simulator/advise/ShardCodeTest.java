package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShardCodeTest {

  /** Java reads \\u000a in a literal as a line end before it reads the literal. */
  @Test
  void literal_ofLineEnds_hasNoUnicodeEscapes() {
    assertThat(ShardCode.literal("a\nb\r1\t\u0000\u001b[2J"))
        .isEqualTo("\"a\\012b\\0151\\011\\000\\033[2J\"");
  }

  @Test
  void literal_ofAnyOtherText_isAscii() {
    assertThat(ShardCode.literal("say \"\\u0041\" \u007f \u202e \ud83d\ude00"))
        .isEqualTo("\"say \\\"\\\\u0041\\\" \\u007f \\u202e \\ud83d\\ude00\"");
  }
}
