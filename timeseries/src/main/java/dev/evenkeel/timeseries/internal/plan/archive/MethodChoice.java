package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.internal.lifecycle.PointInTimeRecovery;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Decides how a table is archived. */
final class MethodChoice {
  private MethodChoice() {}

  /** Whether a policy allows what was begun; it may have changed since. */
  static boolean admits(ArchivePolicy policy, ArchiveMethod method) {
    return method == ArchiveMethod.EXPORT
        ? policy.mayExport()
        : policy.method() != ArchiveMethodPolicy.EXPORT;
  }

  /**
   * Sends requests only if the policy leaves the method open.
   *
   * @param notes takes why it is a scan where that can be mended
   */
  static Flow<ArchiveMethod> of(
      ArchivePolicy policy, TableDescription table, Consumer<String> notes) {
    if (!policy.mayExport()) {
      return Flow.of(ArchiveMethod.SCAN);
    } else if (policy.method() == ArchiveMethodPolicy.EXPORT) {
      return Flow.of(ArchiveMethod.EXPORT);
    }
    return PointInTimeRecovery.isOn(table.tableName())
        .map(isOn -> isOn ? ArchiveMethod.EXPORT : ArchiveMethod.SCAN)
        .recover(failure -> scan(table, failure, notes));
  }

  private static Flow<ArchiveMethod> scan(
      TableDescription table, Throwable failure, Consumer<String> notes) {
    if (ErrorCode.isDenied(failure)) {
      noteScan(table, failure, notes);
      return Flow.of(ArchiveMethod.SCAN);
    }
    return Refusals.isUnsupported(failure) ? Flow.of(ArchiveMethod.SCAN) : Flow.failed(failure);
  }

  static void noteScan(TableDescription table, Throwable failure, Consumer<String> notes) {
    notes.accept(
        "table '%s' is archived by scan, as an export is not allowed: %s"
            .formatted(table.tableName(), Refusals.text(failure)));
  }
}
