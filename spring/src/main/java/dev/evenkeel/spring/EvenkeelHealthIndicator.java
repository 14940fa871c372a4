package dev.evenkeel.spring;

import dev.evenkeel.spring.ClientStack.TableProblem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/**
 * The health of the tables: whether they are as the specs say. Looks again when what it has seen is
 * old.
 */
final class EvenkeelHealthIndicator extends AbstractHealthIndicator {
  private final SpecVerifier verifier;
  private final Duration cachedFor;
  private final InstantSource clock;
  private Instant checkedAt = Instant.MIN;
  private List<TableProblem> problems = List.of();

  EvenkeelHealthIndicator(SpecVerifier verifier, Duration cachedFor, InstantSource clock) {
    super("Tables could not be looked at");
    this.verifier = verifier;
    this.cachedFor = cachedFor;
    this.clock = clock;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    List<TableProblem> now = problems();
    health.withDetail("tables", verifier.tables());
    if (now.isEmpty()) {
      health.up();
      return;
    }
    health.withDetail("problems", now.stream().map(TableProblem::sentence).toList());
    if (now.stream().anyMatch(TableProblem::down)) {
      health.down();
    } else {
      health.unknown();
    }
  }

  /** One look for all who ask at the same time. */
  private synchronized List<TableProblem> problems() {
    Instant now = clock.instant();
    if (checkedAt.equals(Instant.MIN)
        || !now.isBefore(checkedAt.plus(cachedFor))
        || now.isBefore(checkedAt)) {
      problems = verifier.problems();
      checkedAt = now;
    }
    return problems;
  }
}
