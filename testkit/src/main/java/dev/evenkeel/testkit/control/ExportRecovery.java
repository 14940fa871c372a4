package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsDescription;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;

/** Finds which tables have point-in-time recovery. */
interface ExportRecovery {
  /** The answer to UpdateContinuousBackups. */
  UpdateContinuousBackupsResponse update(
      UpdateContinuousBackupsRequest request, TableDescription table, Instant now);

  /** The answer of DescribeContinuousBackups. */
  ContinuousBackupsDescription describe(TableDescription table, Instant now);

  /** Settings of the simulator's own, for engines that have none. */
  final class Own implements ExportRecovery {
    private final Map<String, RecoverySetting> settings = new HashMap<>();

    @Override
    public UpdateContinuousBackupsResponse update(
        UpdateContinuousBackupsRequest request, TableDescription table, Instant now) {
      setting(table).update(request.pointInTimeRecoverySpecification(), now);
      return UpdateContinuousBackupsResponse.builder()
          .continuousBackupsDescription(describe(table, now))
          .build();
    }

    @Override
    public ContinuousBackupsDescription describe(TableDescription table, Instant now) {
      return setting(table).describe(now);
    }

    /** A table that is created anew under its name begins without recovery. */
    private RecoverySetting setting(TableDescription table) {
      return settings.computeIfAbsent(
          table.tableName() + " of " + table.creationDateTime(), key -> new RecoverySetting());
    }
  }

  /** The engine's own settings, as of a {@link ControlPlaneSimulator}. */
  record OfEngine(Engines engines) implements ExportRecovery {
    @Override
    public UpdateContinuousBackupsResponse update(
        UpdateContinuousBackupsRequest request, TableDescription table, Instant now) {
      return (UpdateContinuousBackupsResponse) engines.send(request);
    }

    @Override
    public ContinuousBackupsDescription describe(TableDescription table, Instant now) {
      DescribeContinuousBackupsRequest request =
          DescribeContinuousBackupsRequest.builder().tableName(table.tableName()).build();
      return ((DescribeContinuousBackupsResponse) engines.send(request))
          .continuousBackupsDescription();
    }
  }
}
