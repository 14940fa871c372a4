package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;

/** The control table is the only catalogue of the archives: nobody may lose it by one command. */
class ControlTableTest {
  private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");

  private static PointInTimeRecoveryStatus recovery(World world) {
    return world
        .aws
        .client()
        .describeContinuousBackups(r -> r.tableName(World.CONTROL))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription()
        .pointInTimeRecoveryStatus();
  }

  @ParameterizedTest
  @EnumSource
  void createControlTable_notThere_isProtectedEncryptedAndRecoverable(Actor.Kind kind) {
    World world = new World(kind, START);
    Actor actor = world.actor(Series.daily());
    assertThat(actor.checkControlTable()).isEmpty();
    List<CreateTableRequest> sent = new ArrayList<>();
    world.watch =
        call -> {
          if (call.request() instanceof CreateTableRequest create) {
            sent.add(create);
          }
        };
    actor.createControlTable();

    assertThat(sent).allMatch(create -> create.sseSpecification().enabled()).isNotEmpty();
    assertThat(world.describe(World.CONTROL).deletionProtectionEnabled()).isTrue();
    assertThat(recovery(world)).isEqualTo(PointInTimeRecoveryStatus.ENABLED);
    assertThat(actor.checkControlTable()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void checkControlTable_thereAndUnprotected_saysSoAndLeavesIt(Actor.Kind kind) {
    World world = new World(kind, START);
    Actor actor = world.begun(Series.daily());
    world
        .aws
        .client()
        .updateTable(r -> r.tableName(World.CONTROL).deletionProtectionEnabled(false));
    world
        .aws
        .client()
        .updateContinuousBackups(
            r ->
                r.tableName(World.CONTROL)
                    .pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(false)));
    world.aws.advance(Duration.ofMinutes(10));
    world.changes();

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
    assertThat(world.changes()).containsOnly("CreateTable control REFUSED");
    assertThat(actor.checkControlTable()).hasSize(2);
  }
}
