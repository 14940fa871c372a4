package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The tests of this module show that the clients work where there is no Micrometer. */
class MicrometerAbsentTest {
  @Test
  void classPath_ofThisModule_lacksMicrometer() {
    assertThatThrownBy(() -> Class.forName("io.micrometer.core.instrument.MeterRegistry"))
        .isInstanceOf(ClassNotFoundException.class);
  }
}
