package dev.evenkeel.jobs.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.util.VersionInfo;

class SdkVersionsTest {
  @Test
  void tested_inTheBuild_isTheOneThatRuns() {
    assertThat(SdkVersions.tested()).isEqualTo(VersionInfo.SDK_VERSION);
  }
}
