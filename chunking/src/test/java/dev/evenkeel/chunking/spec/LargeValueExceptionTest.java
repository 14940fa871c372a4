package dev.evenkeel.chunking.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.DecoratorException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LargeValueExceptionTest {
  static List<LargeValueException> failures() {
    IOException cause = new IOException("cause");
    return List.of(
        new LargeValueException(Reason.CORRUPT, "It is bad.", cause),
        new LargeValueException(Reason.TOO_LARGE, "It is bad.", cause),
        new LargeValueException(Reason.INVALID, "It is bad.", cause),
        new LargeValueException(Reason.UNKNOWN_CODEC, "It is bad.", cause));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void at_aPlace_isTheSameFailureThere(LargeValueException failure) {
    failure.addSuppressed(new IOException("suppressed"));
    assertThat(failure).isInstanceOf(DecoratorException.class).hasMessage("It is bad.");
    assertThat(failure.table()).isNull();
    assertThat(failure.attribute()).isNull();

    LargeValueException placed = failure.at("orders", "body");
    assertThat(placed)
        .isExactlyInstanceOf(failure.getClass())
        .hasMessage("Attribute 'body' of table 'orders': It is bad.")
        .hasCause(failure.getCause());
    assertThat(placed.reason()).isEqualTo(failure.reason());
    assertThat(placed.getStackTrace()).isEqualTo(failure.getStackTrace());
    assertThat(placed.getSuppressed()).hasSize(1);
    assertThat(placed.problem()).isEqualTo("It is bad.");
    assertThat(placed.table()).isEqualTo("orders");
    assertThat(placed.attribute()).isEqualTo("body");
  }
}
