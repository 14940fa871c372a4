package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.explain.TimeText;
import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.TableCall;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
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

  /** Creates it if it is not there, billed by request, and waits until it answers. */
  public static Flow<Done> create(String name, Duration budget) {
    CreateTableRequest request =
        CreateTableRequest.builder()
            .tableName(name)
            .keySchema(KEY)
            .attributeDefinitions(text(LedgerFormat.PARTITION), text(LedgerFormat.SORT))
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .build();
    return Now.ask()
        .then(
            now ->
                TableCall.createTable(request)
                    .map(answer -> Done.DONE)
                    .recover(
                        failure ->
                            failure instanceof ResourceInUseException
                                ? Flow.done()
                                : Flow.failed(failure))
                    .then(ready(name, new Patience(now, budget), budget)));
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static Flow<Done> ready(String name, Patience patience, Duration budget) {
    return Described.of(name)
        .then(described -> isReady(name, described.table()))
        .then(
            ready ->
                ready
                    ? Flow.done()
                    : patience
                        .pause()
                        .then(
                            more ->
                                more
                                    ? ready(name, patience, budget)
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
    return table.tableStatus() == TableStatus.CREATING ? Flow.of(false) : answers(name);
  }

  private static Flow<Boolean> answers(String name) {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(name)
            .key(
                Map.of(
                    LedgerFormat.PARTITION, AttributeValue.fromS("-"),
                    LedgerFormat.SORT, AttributeValue.fromS("-")))
            .build();
    return TableCall.get(request)
        .map(answer -> true)
        .recover(failure -> Refusals.isNotFound(failure) ? Flow.of(false) : Flow.failed(failure));
  }
}
