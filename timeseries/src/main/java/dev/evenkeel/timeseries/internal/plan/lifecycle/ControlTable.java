package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.spec.internal.lifecycle.PointInTimeRecovery;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** The table of ledger and leases. */
public final class ControlTable {
  private static final List<KeySchemaElement> KEY =
      List.of(
          KeySchemaElement.builder()
              .attributeName(LedgerFormat.PARTITION)
              .keyType(KeyType.HASH)
              .build(),
          KeySchemaElement.builder()
              .attributeName(LedgerFormat.SORT)
              .keyType(KeyType.RANGE)
              .build());

  private ControlTable() {}

  /**
   * Creates it if it is not there, billed by request, protected from deletion, encrypted with KMS
   * and recoverable to any second of the last weeks, and waits until it answers.
   */
  public static Flow<Done> create(String name, Duration budget, boolean isLocal) {
    CreateTableRequest request =
        CreateTableRequest.builder()
            .tableName(name)
            .keySchema(KEY)
            .attributeDefinitions(text(LedgerFormat.PARTITION), text(LedgerFormat.SORT))
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .deletionProtectionEnabled(true)
            .sseSpecification(kms -> kms.enabled(true).sseType(SSEType.KMS))
            .build();
    return Now.ask()
        .then(
            now -> {
              RetryBudget retries = new RetryBudget(now, budget);
              return CreateTable.table(request, isLocal)
                  .map(answer -> true)
                  .recover(ResourceInUseException.class, failure -> Flow.of(false))
                  .then(
                      made ->
                          ready(name, retries, budget)
                              .then(done -> made ? recoverable(name, retries) : Flow.done()));
            });
  }

  /**
   * Recovery of a new table may take a moment to enable. Without the right, or after the budget,
   * the table stays without it, which {@link #lacking} reports.
   */
  private static Flow<Done> recoverable(String name, RetryBudget retries) {
    return PointInTimeRecovery.switchOn(name)
        .recover(
            failure -> {
              if (Refusals.isUnsupported(failure) || ErrorCode.isDenied(failure)) {
                return Flow.done();
              }
              return Refusals.isBusy(failure)
                  ? retries.pause().then(more -> more ? recoverable(name, retries) : Flow.done())
                  : Flow.failed(failure);
            });
  }

  /**
   * Its missing settings, each with the command that makes it. Settings that the engine does not
   * know or the credentials may not read are left out; a missing table has none.
   */
  public static Flow<List<String>> lacking(String name) {
    return TableLookup.of(name)
        .then(
            described ->
                described.table() == null ? Flow.of(List.of()) : lacking(described.table()));
  }

  private static Flow<List<String>> lacking(TableDescription table) {
    List<String> all = new ArrayList<>();
    if (Boolean.FALSE.equals(table.deletionProtectionEnabled())) {
      all.add(
          "control table '%s', which is the only catalogue of your archives, has no deletion protection. Say: aws dynamodb update-table --table-name %s --deletion-protection-enabled"
              .formatted(table.tableName(), table.tableName()));
    }
    return PointInTimeRecovery.isOn(table.tableName())
        .recover(
            failure -> Refusals.isUnsupported(failure) || ErrorCode.isDenied(failure),
            failure -> Flow.of(true))
        .map(
            isOn -> {
              if (!isOn) {
                all.add(
                    "control table '%s', which is the only catalogue of your archives, has no point-in-time recovery. Say: aws dynamodb update-continuous-backups --table-name %s --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true"
                        .formatted(table.tableName(), table.tableName()));
              }
              return List.copyOf(all);
            });
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static Flow<Done> ready(String name, RetryBudget retries, Duration budget) {
    return TableLookup.of(name)
        .then(described -> isReady(name, described.table()))
        .then(
            ready ->
                ready
                    ? Flow.done()
                    : retries
                        .pause()
                        .then(
                            more ->
                                more
                                    ? ready(name, retries, budget)
                                    : Flow.failed(
                                        ApiCallTimeoutException.create(
                                            "Control table '%s' is not active after %s. Try again."
                                                .formatted(name, TimeText.of(budget))))));
  }

  private static Flow<Boolean> isReady(String name, @Nullable TableDescription table) {
    if (table == null) {
      return Flow.of(false);
    }
    boolean fits =
        table.keySchema().equals(KEY)
            && table.attributeDefinitions().contains(text(LedgerFormat.PARTITION))
            && table.attributeDefinitions().contains(text(LedgerFormat.SORT));
    if (!fits) {
      return Flow.failed(
          new SpecMismatchException(
              name,
              List.of(
                  "a control table has the keys '%s' and '%s', both of type S"
                      .formatted(LedgerFormat.PARTITION, LedgerFormat.SORT))));
    }
    GetItemRequest any =
        GetItemRequest.builder().tableName(name).key(LedgerFormat.key("-", "-")).build();
    return table.tableStatus() == TableStatus.CREATING ? Flow.of(false) : TableLookup.answers(any);
  }
}
