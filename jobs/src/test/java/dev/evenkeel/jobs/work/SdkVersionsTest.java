package dev.evenkeel.jobs.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.util.VersionInfo;

class SdkVersionsTest {
  @Test
  void tested_inTheBuild_isTheOneThatRuns() {
    assertThat(SdkVersions.tested()).isEqualTo(VersionInfo.SDK_VERSION);
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
    assertThat(SdkVersions.isOlder(version, than)).isEqualTo(isOlder);
  }
}
