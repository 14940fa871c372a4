package dev.evenkeel.timeseries.internal.plan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals.LackingEngineException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** The choice of the method by which a table is archived, and the requests for it. */
class MethodChoiceTest {
  private static final TableDescription TABLE =
      TableDescription.builder().tableName("t_2026-03-10").build();

  private final List<String> notes = new ArrayList<>();
  private int asked;

  private static ArchivePolicy.Builder policy(ArchiveMethodPolicy method) {
    return ArchivePolicy.builder(BucketSpec.builder("archives").build()).method(method);
  }

  private ArchiveMethod chosen(ArchivePolicy policy, Supplier<Object> answer) {
    return SyncRunner.create()
        .run(
            MethodChoice.of(policy, TABLE, notes::add),
            request -> {
              asked++;
              return answer.get();
            },
            Deadline.NONE);
  }

  private ArchiveMethod auto(Supplier<Object> answer) {
    return chosen(policy(ArchiveMethodPolicy.AUTO).build(), answer);
  }

  private static Supplier<Object> recovery(PointInTimeRecoveryStatus status) {
    return () ->
        DescribeContinuousBackupsResponse.builder()
            .continuousBackupsDescription(
                b -> b.pointInTimeRecoveryDescription(p -> p.pointInTimeRecoveryStatus(status)))
            .build();
  }

  private static Supplier<Object> failure(String code) {
    return () -> {
      throw DynamoDbException.builder()
          .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(code).build())
          .build();
    };
  }

  /** A local engine's answer on recovery. */
  private static Supplier<Object> lacking() {
    Supplier<Object> unknown = failure("UnknownOperationException");
    return () -> {
      try {
        return unknown.get();
      } catch (DynamoDbException e) {
        throw LackingEngineException.of(e);
      }
    };
  }

  @Test
  void of_auto_goesByRecoveryAndEngine() {
    assertThat(auto(recovery(PointInTimeRecoveryStatus.ENABLED))).isEqualTo(ArchiveMethod.EXPORT);
    assertThat(auto(recovery(PointInTimeRecoveryStatus.DISABLED))).isEqualTo(ArchiveMethod.SCAN);
    assertThat(auto(() -> DescribeContinuousBackupsResponse.builder().build()))
        .isEqualTo(ArchiveMethod.SCAN);
    assertThat(auto(lacking())).isEqualTo(ArchiveMethod.SCAN);
    assertThat(notes).isEmpty();
    assertThat(auto(failure("AccessDeniedException"))).isEqualTo(ArchiveMethod.SCAN);
    assertThat(notes)
        .containsExactly(
            "table 't_2026-03-10' is archived by scan, as an export is not allowed: DynamoDbException: AccessDeniedException");
    for (String code : List.of("InternalServerError", "UnknownOperationException")) {
      assertThatThrownBy(() -> auto(failure(code))).isInstanceOf(DynamoDbException.class);
    }
  }

  @Test
  void of_notLeftOpen_asksNothing() {
    Supplier<Object> none = failure("InternalServerError");
    assertThat(chosen(policy(ArchiveMethodPolicy.SCAN).build(), none))
        .isEqualTo(ArchiveMethod.SCAN);
    assertThat(chosen(policy(ArchiveMethodPolicy.EXPORT).build(), none))
        .isEqualTo(ArchiveMethod.EXPORT);
    ArchivePolicy frozen =
        policy(ArchiveMethodPolicy.AUTO).dataClass(StorageClass.DEEP_ARCHIVE).build();
    assertThat(chosen(frozen, none)).isEqualTo(ArchiveMethod.SCAN);
    assertThat(asked).isZero();
  }

  @Test
  void admits_policyHasChanged_whatItAllowsGoesOn() {
    ArchivePolicy scan = policy(ArchiveMethodPolicy.SCAN).build();
    ArchivePolicy export = policy(ArchiveMethodPolicy.EXPORT).build();
    ArchivePolicy auto = policy(ArchiveMethodPolicy.AUTO).build();
    assertThat(MethodChoice.admits(scan, ArchiveMethod.EXPORT)).isFalse();
    assertThat(MethodChoice.admits(scan, ArchiveMethod.SCAN)).isTrue();
    assertThat(MethodChoice.admits(export, ArchiveMethod.SCAN)).isFalse();
    assertThat(MethodChoice.admits(export, ArchiveMethod.EXPORT)).isTrue();
    assertThat(MethodChoice.admits(auto, ArchiveMethod.SCAN)).isTrue();
    assertThat(MethodChoice.admits(auto, ArchiveMethod.EXPORT)).isTrue();
  }
}
