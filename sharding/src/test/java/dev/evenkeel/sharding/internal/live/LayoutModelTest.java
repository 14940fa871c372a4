package dev.evenkeel.sharding.internal.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.gen.Rounds;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocol of layouts on its own classes: every order in which the steps of clients and
 * coordinators can happen, while time passes, answers are lost, requests come late and processes
 * crash, as far as each script allows.
 */
class LayoutModelTest {
  /** Of a vast script; more than most have, in ten times the usual rounds. */
  private static final int STATES = Rounds.upTo(4_000_000);

  static List<Script> quick() {
    return Stream.of(Scripts.quick(), ItemScripts.quick()).flatMap(List::stream).toList();
  }

  static List<Script> deep() {
    return Stream.of(Scripts.deep(), ItemScripts.deep()).flatMap(List::stream).toList();
  }

  static List<Script> shown() {
    return ItemScripts.shown();
  }

  static List<Script> vast() {
    return Stream.of(Scripts.vast(), Scripts.whole()).flatMap(List::stream).toList();
  }

  static List<Script> whole() {
    return Scripts.whole();
  }

  static List<Script> wrong() {
    return Scripts.wrong();
  }

  @ParameterizedTest
  @MethodSource("quick")
  void steps_inAnyOrder_keepItemsWhereTheyAreLookedFor(Script script) {
    LayoutExplorer explorer = new LayoutExplorer(script);

    assertThat(explorer.explore()).as(script.name).isNull();
    System.out.printf("%s: %,d states%n", script, explorer.size());
    assertThat(explorer.publishedMax()).isGreaterThanOrEqualTo(script.changes);
    assertThat(explorer.isComplete()).isTrue();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("deep")
  void steps_ofLongerScripts_keepItemsWhereTheyAreLookedFor(Script script) {
    steps_inAnyOrder_keepItemsWhereTheyAreLookedFor(script);
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("vast")
  void steps_ofVastScripts_areRightAsFarAsTheyAreSeen(Script script) {
    assertThat(new LayoutExplorer(script, STATES).explore()).as(script.name).isNull();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("whole")
  @EnabledIfSystemProperty(named = Rounds.PROPERTY, matches = "\\d{2,}")
  void steps_ofWholeScripts_keepItemsWhereTheyAreLookedFor(Script script) {
    steps_inAnyOrder_keepItemsWhereTheyAreLookedFor(script);
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("wrong")
  void steps_ofAWrongCaller_areNoticed(Script script) {
    assertThat(new LayoutExplorer(script).explore()).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("shown")
  void steps_thatCallersMaySee_areFound(Script script) {
    assertThat(new LayoutExplorer(script).explore()).contains("fits no order of the calls");
  }
}
