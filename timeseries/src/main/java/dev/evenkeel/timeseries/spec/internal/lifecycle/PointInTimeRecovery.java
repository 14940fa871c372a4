package dev.evenkeel.timeseries.spec.internal.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsDescription;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;

/** Point-in-time recovery of a table, which has requests of its own. */
public final class PointInTimeRecovery {
  private PointInTimeRecovery() {}

  /** Whether it is on. */
  public static Flow<Boolean> isOn(String tableName) {
    DescribeContinuousBackupsRequest request =
        DescribeContinuousBackupsRequest.builder().tableName(tableName).build();
    return TableCall.describeBackups(request)
        .map(answer -> isOn(answer.continuousBackupsDescription()));
  }

  private static boolean isOn(@Nullable ContinuousBackupsDescription backups) {
    return backups != null
        && backups.pointInTimeRecoveryDescription() != null
        && backups.pointInTimeRecoveryDescription().pointInTimeRecoveryStatus()
            == PointInTimeRecoveryStatus.ENABLED;
  }

  /** Switches it on. */
  public static Flow<Done> switchOn(String tableName) {
    UpdateContinuousBackupsRequest request =
        UpdateContinuousBackupsRequest.builder()
            .tableName(tableName)
            .pointInTimeRecoverySpecification(to -> to.pointInTimeRecoveryEnabled(true))
            .build();
    return TableCall.updateBackups(request).map(answer -> Done.DONE);
  }
}
