package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException.Reason;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
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

  private final ArchiveFixture fixture;

  /** The time of a write past the clients of the series; null for never. */
  private @Nullable Instant strangerAt;

  PolicyFreezeTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, new WithPolicies(sync), async, s3, s3Async, ITEMS);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  /** DynamoDB Local has no policies: a policy is stored and returned, and denies nothing. */
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
      if (strangerAt != null && !fixture.now.isBefore(strangerAt)) {
        strangerAt = null;
        delegate()
            .putItem(r -> r.tableName(ArchiveFixture.DAY).item(ArchiveFixture.item(ITEMS + 1)));
      }
      return operation.apply(request);
    }
  }

  @Test
  void run_strangerWritesWhileThePolicyIsNew_isFoundBeforeAnythingIsLost() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    strangerAt = ArchiveFixture.DUE.plusSeconds(60);

    assertThat(LifecycleFixture.ran(actor).outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Archive)
        .singleElement()
        .satisfies(
            outcome ->
                assertThat(outcome.cause())
                    .matches(
                        thrown -> ArchiveException.is(thrown, ArchiveException.Reason.MISMATCH))
                    .hasMessageContaining("60 items were written, 61 were read to verify"));
    assertThat(strangerAt).isNull();

    actor.restartArchive(ArchiveFixture.DAY);
    assertThat(fixture.archive(actor).items()).isEqualTo(ITEMS + 1);
  }

  @Test
  void run_latenessIsRaised_takesItsOwnPolicyOff() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    assertThat(policy()).contains("EvenkeelFrozen");
    fixture.series = spec -> spec.lateness(Duration.ofHours(30));

    assertThat(LifecycleFixture.ran(fixture.actor(Kind.SYNC)).isComplete()).isTrue();

    assertThatThrownBy(this::policy).isInstanceOf(PolicyNotFoundException.class);
  }

  /** Its entry says that it is archived, and not that it is frozen. */
  @Test
  void run_diedWhileItReopenedWhatAnEarlierVersionArchived_takesThePolicyOff() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    fixture.sync.updateItem(
        r ->
            r.tableName("control")
                .key(
                    Map.of(
                        "pk",
                        AttributeValue.fromS("readings"),
                        "sk",
                        AttributeValue.fromS("table#" + ArchiveFixture.DAY)))
                .updateExpression("REMOVE frozen"));
    fixture.series = spec -> spec.lateness(Duration.ofHours(30));
    Actor dying = fixture.dyingBefore("GetResourcePolicy");
    assertThatThrownBy(() -> LifecycleFixture.ran(dying)).hasMessage("the process ends");

    assertThat(LifecycleFixture.ran(fixture.actor(Kind.SYNC)).isComplete()).isTrue();

    assertThatThrownBy(this::policy).isInstanceOf(PolicyNotFoundException.class);
  }

  @Tag("deep")
  @Test
  void run_othersSaidMoreInItsPolicy_leavesItAndSaysSo() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    String both =
        policy()
            .replace(
                "\"Statement\":[",
                "\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"dynamodb:Scan\",\"Resource\":\"*\"},");
    fixture.sync.putResourcePolicy(r -> r.resourceArn("any").policy(both));
    fixture.series = spec -> spec.lateness(Duration.ofHours(30));

    LifecycleReport report = LifecycleFixture.ran(fixture.actor(Kind.SYNC));

    assertThat(report.isComplete()).isTrue();
    assertThat(policy()).isEqualTo(both);
    assertThat(report.notes()).anyMatch(note -> note.contains("statement 'EvenkeelFrozen'"));
  }

  /** An archived table may be deleted, so no client may write to it again. */
  @Tag("deep")
  @Test
  void run_standsStillWhileItReopens_leavesThePolicyOfALaterArchive() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    fixture.series = spec -> spec.lateness(Duration.ofHours(30));
    AtomicBoolean isOver = new AtomicBoolean();
    Actor paused =
        fixture.actor(
            call -> {
              boolean isGivenUp = call.operation().equals("TransactWriteItems") && call.isAfter();
              if (isGivenUp && isOver.compareAndSet(false, true)) {
                fixture.now = fixture.now.plusSeconds(600);
                fixture.series = spec -> spec;
                assertThat(LifecycleFixture.ran(fixture.actor(call2 -> {})).isComplete()).isTrue();
              }
            });

    assertThat(LifecycleFixture.ran(paused).failure())
        .matches(failure -> LifecycleException.is(failure, Reason.LEASE_LOST));

    assertThat(isOver).isTrue();
    assertThat(fixture.actor(Kind.SYNC).archives())
        .extracting(ArchivedTable::tableName)
        .contains(ArchiveFixture.DAY);
    assertThat(policy()).contains("EvenkeelFrozen");
  }

  /** An item may have replaced another one, so that no count tells. */
  @Test
  void run_policyIsTakenOffAfterTheVerification_keepsTheTableUntilItIsArchivedAnew() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    assertThat(fixture.archive(actor).writesDenied()).isTrue();
    fixture.sync.deleteResourcePolicy(r -> r.resourceArn("any"));
    fixture.now = ArchiveFixture.PAST_RETENTION;

    assertThat(LifecycleFixture.ran(actor).outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Delete)
        .singleElement()
        .satisfies(
            outcome ->
                assertThat(outcome.cause())
                    .matches(
                        thrown -> ArchiveException.is(thrown, ArchiveException.Reason.MISMATCH))
                    .hasMessageContaining("denied writes when it was verified at 2026-03-11"));
    assertThat(fixture.deleted).doesNotContain(ArchiveFixture.DAY);

    actor.restartArchive(ArchiveFixture.DAY);
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(ArchiveFixture.DAY);
  }

  private String policy() {
    return fixture.sync.getResourcePolicy(r -> r.resourceArn("any")).policy();
  }

  @Test
  void run_policyIsNew_verifiesTwoMinutesLater() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);

    ArchivedTable archive = fixture.archive(actor);

    assertThat(archive.verified()).isAfterOrEqualTo(ArchiveFixture.DUE.plusSeconds(120));
    assertThat(archive.items()).isEqualTo(ITEMS);
  }
}
