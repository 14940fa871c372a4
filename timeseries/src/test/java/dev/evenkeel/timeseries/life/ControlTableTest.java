package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;

/**
 * The control table is the only catalogue of the archives, so a single command must not lose it.
 */
class ControlTableTest {
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");

  private static PointInTimeRecoveryStatus recovery(LifecycleFixture fixture) {
    return fixture
        .aws
        .client()
        .describeContinuousBackups(r -> r.tableName(LifecycleFixture.CONTROL))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription()
        .pointInTimeRecoveryStatus();
  }

  @ParameterizedTest
  @EnumSource
  void createControlTable_notThere_isProtectedEncryptedAndRecoverable(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.actor(Series.daily());
    assertThat(actor.checkControlTable()).isEmpty();
    List<CreateTableRequest> sent = new ArrayList<>();
    fixture.watch =
        call -> {
          if (call.request() instanceof CreateTableRequest create) {
            sent.add(create);
          }
        };
    actor.createControlTable();

    assertThat(sent).allMatch(create -> create.sseSpecification().enabled()).isNotEmpty();
    assertThat(fixture.describe(LifecycleFixture.CONTROL).deletionProtectionEnabled()).isTrue();
    assertThat(recovery(fixture)).isEqualTo(PointInTimeRecoveryStatus.ENABLED);
    assertThat(actor.checkControlTable()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void checkControlTable_thereAndUnprotected_saysSoAndLeavesIt(Kind kind) {
    LifecycleFixture fixture = new LifecycleFixture(kind, START);
    Actor actor = fixture.begun(Series.daily());
    fixture
        .aws
        .client()
        .updateTable(r -> r.tableName(LifecycleFixture.CONTROL).deletionProtectionEnabled(false));
    fixture
        .aws
        .client()
        .updateContinuousBackups(
            r ->
                r.tableName(LifecycleFixture.CONTROL)
                    .pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(false)));
    fixture.aws.advance(Duration.ofMinutes(10));
    fixture.changes();

    assertThat(actor.checkControlTable())
        .satisfiesExactly(
            protection ->
                assertThat(protection)
                    .endsWith(
                        "aws dynamodb update-table --table-name control --deletion-protection-enabled"),
            recovery ->
                assertThat(recovery)
                    .endsWith(
                        "aws dynamodb update-continuous-backups --table-name control --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true"));
    actor.createControlTable();
    assertThat(fixture.changes()).containsOnly("CreateTable control REFUSED");
    assertThat(actor.checkControlTable()).hasSize(2);
  }
}
