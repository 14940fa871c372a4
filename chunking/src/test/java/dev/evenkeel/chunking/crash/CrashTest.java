package dev.evenkeel.chunking.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any event at any sub-request of a write: the item has its old or its new value, and nothing is
 * left behind.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashTest {
  /** Of thousands of pairs; all of them with ten times as many rounds. */
  private static final int PAIRS_STEP = Rounds.step(29, 29);

  private CrashFixtures fixtures;
  private int points;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixtures = new CrashFixtures(local, s3);
  }

  @AfterAll
  void close() {
    fixtures.close();
    System.out.printf("%5d points in all%n", points);
  }

  List<Protocol> protocols() {
    return new Protocols(fixtures.spec()).all();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("protocols")
  void write_anyEventAtEverySubRequest_oldOrNewAndNothingLeft(Protocol protocol) {
    look(
        protocol,
        fixture -> Enumeration.of(fixture, protocol, Mutant.NONE, Mutant.NONE, Event.all()));
  }

  /** Protocols that between them have every kind of step. */
  List<Protocol> some() {
    Protocols protocols = new Protocols(fixtures.spec());
    return Stream.of(
            "put everything over everything",
            "put one new beside one unchanged",
            "put whose condition fails",
            "set small over chunks",
            "delete chunks",
            "batch of puts and deletes",
            "transaction that stages",
            "put over chunks, one transaction")
        .map(protocols::named)
        .toList();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("some")
  void sweep_diesAfterEveryWrite_anotherFinishesIt(Protocol protocol) {
    look(
        protocol,
        fixture -> Enumeration.ofDyingSweeps(fixture, protocol, Set.of(Event.DIES_AFTER)));
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("some")
  void sweep_pausedAtEverySubRequestBesideAWriter_oneOfThemGivesWay(Protocol protocol) {
    look(protocol, fixture -> Enumeration.ofPausedSweeps(fixture, protocol));
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("some")
  void write_twoEventsAtAnySubRequests_oldOrNewAndNothingLeft(Protocol protocol) {
    Set<Event> firsts =
        EnumSet.of(
            Event.LOST_BEFORE,
            Event.LOST_AFTER,
            Event.THROTTLED,
            Event.REPLACED,
            Event.REPLACED_AND_SWEPT);
    Set<Event> seconds = EnumSet.copyOf(Event.all());
    seconds.removeIf(Event::isOfAnother);

    look(protocol, fixture -> Enumeration.ofPairs(fixture, protocol, firsts, seconds, PAIRS_STEP));
  }

  /** Payloads that are still being written when a part has failed must not outlive the sweep. */
  @Test
  void write_failedAndPausedWhileItStages_nothingLeft() {
    Protocol protocol = new Protocols(fixtures.spec()).named("put everything over everything");

    look(
        protocol,
        fixture ->
            Enumeration.ofPairs(
                fixture, protocol, Set.of(Event.LOST_BEFORE), Set.of(Event.PAUSED), 1));
  }

  private void look(Protocol protocol, Function<CrashFixture, Enumeration> enumerate) {
    try (CrashFixture fixture = fixtures.fresh()) {
      Enumeration enumeration = enumerate.apply(fixture);

      System.out.printf("%5d points: %s%n", enumeration.points(), protocol);
      points += enumeration.points();
      assertThat(enumeration.wrong()).isEmpty();
    }
  }
}
