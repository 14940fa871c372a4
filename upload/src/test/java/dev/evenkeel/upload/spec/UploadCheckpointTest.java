package dev.evenkeel.upload.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.upload.spec.UploadCheckpoint.PositionRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UploadCheckpointTest {
  private static final UploadCheckpoint GOLDEN =
      new UploadCheckpoint(
          "movies",
          "file:3715461:été 1",
          1200,
          List.of(new PositionRange(1210, 1260), new PositionRange(1300, 1300)),
          1250,
          2,
          false);

  private static String golden() throws IOException {
    try (InputStream in =
        UploadCheckpointTest.class.getResourceAsStream("/vectors/v1/upload-checkpoint.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void text_goldenVector_isWrittenAndRead() throws IOException {
    assertThat(GOLDEN.text()).isEqualTo(golden());
    assertThat(UploadCheckpoint.parse(golden())).isEqualTo(GOLDEN);
  }

  @Test
  void parse_anyCheckpoint_givesItBack() {
    Property.check(
        300,
        gen -> {
          UploadCheckpoint checkpoint = checkpoint(gen);
          assertThat(UploadCheckpoint.parse(checkpoint.text())).isEqualTo(checkpoint);
        });
  }

  private static UploadCheckpoint checkpoint(Gen gen) {
    long below = gen.between(0, 1_000);
    List<PositionRange> above = new ArrayList<>();
    long next = below;
    for (int i = gen.between(0, 5); i > 0; i--) {
      long first = next + gen.between(1, 9);
      long last = first + gen.between(0, 9);
      above.add(new PositionRange(first, last));
      next = last + 1;
    }
    return new UploadCheckpoint(
        gen.keyString(),
        gen.keyString(),
        below,
        above,
        gen.between(0, 99),
        gen.between(0, 99),
        gen.chance(0.5));
  }

  /** Every byte of a file that was torn or changed counts. */
  @Test
  void parse_anyCutOrChange_isRefused() throws IOException {
    String text = golden();
    for (int i = 0; i < text.length(); i++) {
      String cut = text.substring(0, i);
      String changed = cut + (char) (text.charAt(i) ^ 1) + text.substring(i + 1);
      for (String bad : List.of(cut, changed)) {
        assertThatThrownBy(() -> UploadCheckpoint.parse(bad))
            .as("%s", bad)
            .isInstanceOf(InvalidCheckpointException.class);
      }
    }
  }

  @Test
  void parse_laterVersion_saysSo() throws IOException {
    String later = golden().replace("evenkeel-upload 1\n", "evenkeel-upload 2\n");
    assertThatThrownBy(() -> UploadCheckpoint.parse(later))
        .isInstanceOf(InvalidCheckpointException.class)
        .hasMessageContaining("of a version that this release does not know");
  }
}
