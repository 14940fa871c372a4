package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.lease.LeaseLostException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.archive.ArchiveMismatchException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyResponse;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Where resource policies are, they take a while to be everywhere. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class PolicyFreezeTest {
  private static final int ITEMS = 60;

  private final ArchiveWorld world;

  /** When somebody writes past the clients of the series; null for never. */
  private @Nullable Instant strangerAt;

  PolicyFreezeTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.world = new ArchiveWorld(localS3, new WithPolicies(sync), async, s3, s3Async, ITEMS);
  }

  @AfterEach
  void removeTables() {
    world.removeTables();
  }

  /** DynamoDB Local has no policies: one that is put is told from then on, and denies nothing. */
  private final class WithPolicies extends DelegatingDynamoDbClient {
    private @Nullable String policy;

    WithPolicies(DynamoDbClient delegate) {
      super(delegate);
    }

    @Override
    public GetResourcePolicyResponse getResourcePolicy(GetResourcePolicyRequest request) {
      if (policy == null) {
        throw PolicyNotFoundException.builder().build();
      }
      return GetResourcePolicyResponse.builder().policy(policy).build();
    }

    @Override
    public PutResourcePolicyResponse putResourcePolicy(PutResourcePolicyRequest request) {
      policy = request.policy();
      return PutResourcePolicyResponse.builder().build();
    }

    @Override
    public DeleteResourcePolicyResponse deleteResourcePolicy(DeleteResourcePolicyRequest request) {
      policy = null;
      return DeleteResourcePolicyResponse.builder().build();
    }

    @Override
    protected <Q extends DynamoDbRequest, R> R invokeOperation(
        Q request, Function<Q, R> operation) {
      if (strangerAt != null && !world.now.isBefore(strangerAt)) {
        strangerAt = null;
        delegate().putItem(r -> r.tableName(ArchiveWorld.DAY).item(ArchiveWorld.item(ITEMS + 1)));
      }
      return operation.apply(request);
    }
  }

  @Test
  void run_strangerWritesWhileThePolicyIsNew_isFoundBeforeAnythingIsLost() {
    Actor actor = world.actor(Actor.Kind.SYNC);
    world.fill(actor);
    strangerAt = ArchiveWorld.DUE.plusSeconds(60);

    assertThat(World.ran(actor).outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Archive)
        .singleElement()
        .satisfies(
            outcome ->
                assertThat(outcome.cause())
                    .isInstanceOf(ArchiveMismatchException.class)
                    .hasMessageContaining("60 items were written, 61 were read to verify"));
    assertThat(strangerAt).isNull();

    actor.archiveAnew(ArchiveWorld.DAY);
    assertThat(world.archive(actor).items()).isEqualTo(ITEMS + 1);
  }

  @Test
  void run_latenessIsRaised_takesItsOwnPolicyOff() {
    Actor actor = world.actor(Actor.Kind.SYNC);
    world.fill(actor);
    ArchivedTable unused = world.archive(actor);
    assertThat(policy()).contains("EvenkeelFrozen");
    world.series = spec -> spec.lateness(Duration.ofHours(30));

    assertThat(World.ran(world.actor(Actor.Kind.SYNC)).isComplete()).isTrue();

    assertThatThrownBy(this::policy).isInstanceOf(PolicyNotFoundException.class);
  }

  /** Its entry says that it is archived, and not that it is frozen. */
  @Test
  void run_diedWhileItReopenedWhatAnEarlierVersionArchived_takesThePolicyOff() {
    Actor actor = world.actor(Actor.Kind.SYNC);
    world.fill(actor);
    ArchivedTable unused = world.archive(actor);
    world.sync.updateItem(
        r ->
            r.tableName("control")
                .key(
                    Map.of(
                        "pk",
                        AttributeValue.fromS("readings"),
                        "sk",
                        AttributeValue.fromS("table#" + ArchiveWorld.DAY)))
                .updateExpression("REMOVE frozen"));
    world.series = spec -> spec.lateness(Duration.ofHours(30));
    Actor dying =
        world.actor(
            call -> {
              if (call.operation().equals("GetResourcePolicy")) {
                throw new Error("the process ends");
              }
            });
    assertThatThrownBy(() -> World.ran(dying)).hasMessage("the process ends");

    assertThat(World.ran(world.actor(Actor.Kind.SYNC)).isComplete()).isTrue();

    assertThatThrownBy(this::policy).isInstanceOf(PolicyNotFoundException.class);
  }

  @Test
  void run_othersSaidMoreInItsPolicy_leavesItAndSaysSo() {
    Actor actor = world.actor(Actor.Kind.SYNC);
    world.fill(actor);
    ArchivedTable unused = world.archive(actor);
    String both =
        policy()
            .replace(
                "\"Statement\":[",
                "\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"dynamodb:Scan\",\"Resource\":\"*\"},");
    world.sync.putResourcePolicy(r -> r.resourceArn("any").policy(both));
    world.series = spec -> spec.lateness(Duration.ofHours(30));

    LifecycleReport report = World.ran(world.actor(Actor.Kind.SYNC));

    assertThat(report.isComplete()).isTrue();
    assertThat(policy()).isEqualTo(both);
    assertThat(report.notes()).anyMatch(note -> note.contains("statement 'EvenkeelFrozen'"));
  }

  /** What was archived meanwhile may be deleted: nobody is to write to it again. */
  @Test
  void run_standsStillWhileItReopens_leavesThePolicyOfALaterArchive() {
    Actor actor = world.actor(Actor.Kind.SYNC);
    world.fill(actor);
    ArchivedTable unused = world.archive(actor);
    world.series = spec -> spec.lateness(Duration.ofHours(30));
    AtomicBoolean isOver = new AtomicBoolean();
    Actor paused =
        world.actor(
            call -> {
              boolean isGivenUp = call.operation().equals("TransactWriteItems") && call.isAfter();
              if (isGivenUp && isOver.compareAndSet(false, true)) {
                world.now = world.now.plusSeconds(600);
                world.series = spec -> spec;
                assertThat(World.ran(world.actor(call2 -> {})).isComplete()).isTrue();
              }
            });

    assertThat(World.ran(paused).failure()).isInstanceOf(LeaseLostException.class);

    assertThat(isOver).isTrue();
    assertThat(world.actor(Actor.Kind.SYNC).archives())
        .extracting(ArchivedTable::tableName)
        .contains(ArchiveWorld.DAY);
    assertThat(policy()).contains("EvenkeelFrozen");
  }

  private String policy() {
    return world.sync.getResourcePolicy(r -> r.resourceArn("any")).policy();
  }

  @Test
  void run_policyIsNew_verifiesTwoMinutesLater() {
    Actor actor = world.actor(Actor.Kind.SYNC);
    world.fill(actor);

    ArchivedTable archive = world.archive(actor);

    assertThat(archive.verified()).isAfterOrEqualTo(ArchiveWorld.DUE.plusSeconds(120));
    assertThat(archive.items()).isEqualTo(ITEMS);
  }
}
