package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.SweeperUnderTest.Clients;
import dev.evenkeel.chunking.internal.sweep.DeepSweep;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.PrefixOwner;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Two applications, in two accounts, whose tables of one name share a bucket and a prefix. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OwnershipTest {
  private final LocalDynamoDb local;
  private final LocalS3 localS3;
  private final S3Client s3;
  private final S3AsyncClient s3Async;
  private ChunkingSpec spec;
  private Application one;
  private Application other;

  OwnershipTest(LocalDynamoDb local, LocalS3 localS3, S3Client s3, S3AsyncClient s3Async) {
    this.local = local;
    this.localS3 = localS3;
    this.s3 = s3;
    this.s3Async = s3Async;
  }

  /** An account with its tables, in which DynamoDB Local names tables as DynamoDB does. */
  private final class Application {
    private final String account;
    private final Clients clients;
    private final SweepFixture fixture;

    Application(String account) {
      this.account = account;
      LocalDynamoDb own = local.isolated();
      Named named = new Named(arn());
      this.clients =
          new Clients(
              own.clientBuilder()
                  .overrideConfiguration(c -> c.addExecutionInterceptor(named))
                  .build(),
              own.asyncClientBuilder()
                  .overrideConfiguration(c -> c.addExecutionInterceptor(named))
                  .build(),
              s3,
              s3Async);
      this.fixture = new SweepFixture(clients.sync(), s3);
      fixture.create(spec);
    }

    String arn() {
      return "arn:aws:dynamodb:eu-west-1:" + account + ":table/Docs";
    }

    StagedValues write(String id) {
      return fixture.write(spec, parent(spec, key(id), "Scan"), Placement.OBJECT, 40, null);
    }

    SweeperUnderTest sweeper(Kind kind, boolean dryRun) {
      return SweeperUnderTest.of(
          kind, clients, b -> b.table(spec).clock(fixture.clock).dryRun(dryRun));
    }

    SweeperUnderTest sweeper(Kind kind) {
      return sweeper(kind, false);
    }
  }

  private record Named(String arn) implements ExecutionInterceptor {
    @Override
    public SdkResponse modifyResponse(
        Context.ModifyResponse context, ExecutionAttributes attributes) {
      return context.response() instanceof DescribeTableResponse described
          ? described.toBuilder().table(described.table().toBuilder().tableArn(arn).build()).build()
          : context.response();
    }
  }

  @BeforeEach
  void begin() {
    spec =
        ChunkingSpec.builder("Docs")
            .partitionKey("Id")
            .attribute("Scan", AttributePolicy.offloaded())
            .bucket(BucketSpec.builder(localS3.newBucket()).prefix("values").build())
            .intentTable("Intents")
            .grace(GRACE)
            .build();
    one = new Application("111111111111");
    other = new Application("222222222222");
  }

  private String bucket() {
    return spec.bucket().bucket();
  }

  private String owner() {
    return s3.getObjectAsBytes(get -> get.bucket(bucket()).key("values/v1/Docs/owner"))
        .asString(UTF_8);
  }

  @ParameterizedTest
  @EnumSource
  void deepSweep_valuesOfAnotherAccountsTable_isRefusedWithBothNames(Kind kind) {
    StagedValues live = one.write("1");
    one.sweeper(kind).takeOwnership();

    assertThatThrownBy(() -> other.sweeper(kind).deepSweep(null))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.PREFIX_OWNER)
        .hasMessageContainingAll(
            "s3://" + bucket() + "/values/v1/Docs/owner", one.arn(), other.arn(), "another prefix");
    assertThatThrownBy(() -> other.sweeper(kind, true).deepSweep(null))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.PREFIX_OWNER);

    other.fixture.clock.pass(GRACE.plusSeconds(1));
    assertThat(other.sweeper(kind).sweep().intents().seen()).isZero();
    assertThat(one.sweeper(kind).deepSweep(null).live()).isEqualTo(1);
    assertThat(one.fixture.isThere(live)).isTrue();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void deepSweep_valuesOfNobodyKnowsWhom_isRefusedUntilSomebodySaysSo(Kind kind) {
    StagedValues dead = one.write("1");
    one.fixture.deletePlainly(spec, key("1"));

    assertThatThrownBy(() -> one.sweeper(kind).deepSweep(null))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.PREFIX_OWNER)
        .hasMessageContainingAll(one.arn(), "their owner is not recorded", "--take-ownership");
    assertThat(one.sweeper(kind, true).deepSweep(null).objectsNoted()).isEqualTo(1);
    assertThatThrownBy(() -> one.sweeper(kind, true).takeOwnership())
        .isInstanceOf(IllegalStateException.class);

    one.sweeper(kind).takeOwnership();

    assertThat(one.sweeper(kind).deepSweep(null).objectsNoted()).isEqualTo(1);
    one.fixture.clock.pass(GRACE.plusSeconds(1));
    one.sweeper(kind).sweep();
    assertThat(one.fixture.isThere(dead)).isFalse();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void deepSweep_noValueYet_saysWhoseTheFirstWillBe(Kind kind) {
    assertThat(one.sweeper(kind).deepSweep(null).objectsSeen()).isZero();

    assertThat(PrefixOwner.read(owner().getBytes(UTF_8), "here").tableArn()).isEqualTo(one.arn());
    assertThatThrownBy(() -> other.sweeper(kind).deepSweep(null))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.PREFIX_OWNER);
    one.write("1");
    assertThat(one.sweeper(kind).deepSweep(null).live()).isEqualTo(1);
  }

  /** It may have been restored, and its items be on their way. */
  @ParameterizedTest
  @EnumSource
  void deepSweep_tableCreatedAnew_isRefusedUntilItTakesTheValuesOver(Kind kind) {
    one.sweeper(kind).takeOwnership();
    String before = owner();
    one.clients.sync().deleteTable(delete -> delete.tableName("Docs"));
    one.clients.sync().deleteTable(delete -> delete.tableName("Intents"));
    one.fixture.create(spec);

    assertThatThrownBy(() -> one.sweeper(kind).deepSweep(null))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.PREFIX_OWNER)
        .hasMessageContainingAll(one.arn(), "created anew", "--take-ownership");

    one.sweeper(kind).takeOwnership();

    assertThat(owner()).isNotEqualTo(before);
    assertThat(one.sweeper(kind).deepSweep(null).objectsSeen()).isZero();
  }

  @Tag("deep")
  @Test
  void deepSweep_anotherTakesOwnershipAtAnyMoment_oneOfThemIsRefused() {
    int steps = 6;
    for (int step = 0; step < steps; step++) {
      begin();
      Stepping calls =
          Stepping.pausing(
              one.fixture.calls(), step, () -> other.sweeper(Kind.SYNC).takeOwnership());

      assertThatThrownBy(
              () -> one.fixture.run(DeepSweep.step(one.fixture.terms(false, spec), null), calls))
          .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.PREFIX_OWNER)
          .hasMessageContainingAll(one.arn(), other.arn());
      assertThat(calls.count()).isGreaterThan(step);
    }
  }
}
