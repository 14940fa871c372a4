package dev.evenkeel.chunking.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The enumeration of {@link CrashTest} can fail: it notices every step that is missing. */
@Tag("deep")
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashMutantsTest {
  private CrashFixtures fixtures;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixtures = new CrashFixtures(local, s3);
  }

  @AfterAll
  void close() {
    fixtures.close();
  }

  static List<Mistake> mistakes() {
    return Mutants.all();
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void enumeration_protocolWithAMistake_isNoticed(Mistake mistake) {
    try (CrashFixture fixture = fixtures.fresh()) {
      Protocol protocol = new Protocols(fixtures.spec()).named(mistake.protocol());
      Set<Event> events = mistake.event() == Event.NOTHING ? Set.of() : Set.of(mistake.event());

      Enumeration enumeration =
          Enumeration.of(fixture, protocol, mistake.writer(), mistake.sweep(), events);

      assertThat(enumeration.wrong()).isNotEmpty();
    }
  }
}
