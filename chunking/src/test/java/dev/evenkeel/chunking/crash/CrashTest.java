package dev.evenkeel.chunking.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever happens at whatever sub-request of a write: old or new, and nothing left behind. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashTest {
  private static final Set<Event> EVENTS = EnumSet.complementOf(EnumSet.of(Event.NOTHING));

  private Grounds grounds;
  private int points;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    grounds = new Grounds(local, s3);
  }

  @AfterAll
  void close() {
    grounds.close();
    System.out.printf("%5d points in all%n", points);
  }

  List<Protocol> protocols() {
    return new Protocols(grounds.spec()).all();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void write_everyEventAtEverySubRequest_oldOrNewAndNothingLeft(Protocol protocol) {
    try (Ground ground = grounds.fresh()) {
      Enumeration enumeration = Enumeration.of(ground, protocol, Mutant.NONE, Mutant.NONE, EVENTS);

      System.out.printf("%5d points: %s%n", enumeration.points(), protocol);
      points += enumeration.points();
      assertThat(enumeration.wrong()).isEmpty();
    }
  }
}
