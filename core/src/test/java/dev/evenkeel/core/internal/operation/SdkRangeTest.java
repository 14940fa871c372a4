package dev.evenkeel.core.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.util.VersionInfo;

class SdkRangeTest {
  @Test
  void running_inTheBuild_isTheOneThatItIsCompiledWith() {
    assertThat(SdkRange.running()).isEqualTo(VersionInfo.SDK_VERSION);
    assertThatCode(SdkRange::require).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.30.38", "2.25.70", "1.12.3"})
  void require_olderSdk_isRefusedWithBothVersions(String older) {
    assertThatThrownBy(() -> SdkRange.require(older))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("2.31.0 or newer", older, "software.amazon.awssdk:bom");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.31.0", "2.31.78", "2.46.7", "3.0.0"})
  void require_sdkOfTheRange_passes(String version) {
    assertThatCode(() -> SdkRange.require(version)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "2.9.13, 2.54.13, true",
    "2.54.13, 2.54.13, false",
    "2.54.12-SNAPSHOT, 2.54.13, true",
    "2.54.100, 2.54.13, false",
    "3.0, 2.54.13, false"
  })
  void isOlder_ofTwo_goesByNumbers(String version, String than, boolean isOlder) {
    assertThat(SdkRange.isOlder(version, than)).isEqualTo(isOlder);
  }
}
