package dev.evenkeel.sharding;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of a flow, which is the same for both kinds of client: a change runs it with the sync one,
 * the deep tests with the async one.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("rounds")
@ParameterizedTest
@MethodSource("dev.evenkeel.sharding.KindsInTurn$Kinds#now")
@interface KindsInTurn {
  /** Which kind is next. */
  final class Kinds {
    private Kinds() {}

    static List<Kind> now() {
      return Rounds.inTurn(List.of(Kind.values()));
    }
  }
}
