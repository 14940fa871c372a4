package dev.evenkeel.timeseries.life;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A test of a flow, which is the same for both kinds of actor: the sync one runs it at each change,
 * the async one in the deep tests.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("rounds")
@ParameterizedTest
@MethodSource("dev.evenkeel.testkit.equivalence.ClientUnderTest$Kind#inTurn")
@interface KindsInTurn {}
