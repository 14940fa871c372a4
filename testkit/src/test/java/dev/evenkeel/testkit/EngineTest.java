package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EngineTest {
  @Test
  void parse_nothingAsked_isInProcess() {
    assertThat(Engine.parse(Engine.VARIABLE, null)).isEqualTo(Engine.IN_PROCESS);
    assertThat(Engine.parse(Engine.VARIABLE, " ")).isEqualTo(Engine.IN_PROCESS);
  }

  @Test
  void parse_namedEngine_isThatEngine() {
    assertThat(Engine.parse(Engine.VARIABLE, "in-process")).isEqualTo(Engine.IN_PROCESS);
    assertThat(Engine.parse(Engine.VARIABLE, "Container")).isEqualTo(Engine.CONTAINER);
  }

  @Test
  void parse_unknownWord_saysWhatIsAllowed() {
    assertThatThrownBy(() -> Engine.parse(Engine.VARIABLE, "docker"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "EVENKEEL_DYNAMODB is 'docker', which is no engine."
                + " Set it to 'in-process' or 'container', or unset it.");
  }

  @Test
  void parse_unknownWordForS3_namesItsVariable() {
    assertThatThrownBy(() -> Engine.parse(Engine.S3_VARIABLE, "minio"))
        .hasMessageStartingWith("EVENKEEL_S3 is 'minio', which is no engine.");
  }
}
