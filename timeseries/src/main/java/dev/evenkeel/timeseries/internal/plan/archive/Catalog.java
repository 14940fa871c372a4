package dev.evenkeel.timeseries.internal.plan.archive;

import static dev.evenkeel.timeseries.internal.plan.archive.Attributes.ofText;
import static dev.evenkeel.timeseries.internal.plan.archive.Attributes.ofTime;
import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.TableCall;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.NewerLedgerException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The archives of one series, in the control table. Reads are consistent. */
public final class Catalog {
  private final String controlTable;
  private final String series;

  public Catalog(String controlTable, String series) {
    this.controlTable = controlTable;
    this.series = series;
  }

  /** The archive of a table, if there is one. */
  public Flow<Optional<ArchivedTable>> find(String tableName) {
    return item(tableName)
        .map(answer -> answer.hasItem() ? Optional.of(read(answer.item())) : Optional.empty());
  }

  private Flow<GetItemResponse> item(String tableName) {
    return TableCall.get(
        GetItemRequest.builder()
            .tableName(controlTable)
            .key(CatalogFormat.key(series, tableName))
            .consistentRead(true)
            .build());
  }

  /**
   * All archives of tables with names from one to another, in the order of time.
   *
   * @param from the first name; null for the first of all
   * @param to the last name; null for the last of all
   */
  public Flow<List<ArchivedTable>> list(@Nullable String from, @Nullable String to) {
    return Flow.defer(() -> page(from, to, null, new ArrayList<>()));
  }

  private Flow<List<ArchivedTable>> page(
      @Nullable String from,
      @Nullable String to,
      @Nullable Map<String, AttributeValue> start,
      List<ArchivedTable> found) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":series", AttributeValue.fromS(CatalogFormat.partition(series)));
    values.put(":from", AttributeValue.fromS(from == null ? " " : from));
    values.put(":to", AttributeValue.fromS(to == null ? "~" : to));
    QueryRequest request =
        QueryRequest.builder()
            .tableName(controlTable)
            .consistentRead(true)
            .keyConditionExpression("#pk = :series AND #sk BETWEEN :from AND :to")
            .expressionAttributeNames(
                Map.of("#pk", LedgerFormat.PARTITION, "#sk", LedgerFormat.SORT))
            .expressionAttributeValues(values)
            .exclusiveStartKey(start)
            .build();
    return TableCall.query(request).then(answer -> next(from, to, answer, found));
  }

  private Flow<List<ArchivedTable>> next(
      @Nullable String from, @Nullable String to, QueryResponse answer, List<ArchivedTable> found) {
    answer.items().forEach(item -> found.add(read(item)));
    return answer.hasLastEvaluatedKey() && !answer.lastEvaluatedKey().isEmpty()
        ? page(from, to, answer.lastEvaluatedKey(), found)
        : Flow.of(List.copyOf(found));
  }

  private ArchivedTable read(Map<String, AttributeValue> item) {
    try {
      return CatalogFormat.read(item);
    } catch (IllegalArgumentException e) {
      throw new NewerLedgerException(
          controlTable,
          CatalogFormat.partition(series),
          requireNonNull(item.get(LedgerFormat.SORT)).s(),
          String.valueOf(e.getMessage()));
    }
  }

  /** Writes down a verified archive, in the place of an earlier one of the same table. */
  public Flow<Done> put(ArchivedTable archive) {
    Map<String, AttributeValue> item = new HashMap<>(CatalogFormat.write(archive));
    item.putAll(CatalogFormat.key(series, archive.tableName()));
    return TableCall.put(PutItemRequest.builder().tableName(controlTable).item(item).build())
        .map(answer -> Done.DONE);
  }

  /** Takes out an archive, if it is still this one. */
  public Flow<Done> forget(ArchivedTable archive) {
    return TableCall.delete(
            DeleteItemRequest.builder()
                .tableName(controlTable)
                .key(CatalogFormat.key(series, archive.tableName()))
                .conditionExpression("#export = :export")
                .expressionAttributeNames(Map.of("#export", "export"))
                .expressionAttributeValues(
                    Map.of(":export", AttributeValue.fromS(archive.exportId())))
                .build())
        .map(answer -> Done.DONE);
  }

  /**
   * Notes which table an archive was restored to.
   *
   * @param restored its name
   * @param created when it was created
   */
  public Flow<Done> restored(ArchivedTable archive, String restored, Instant created) {
    return restored(
        archive,
        "SET #restored = :restored, #created = :created",
        Map.of(":restored", ofText(restored), ":created", ofTime(created)));
  }

  /** Forgets which table an archive was restored to. */
  public Flow<Done> notRestored(ArchivedTable archive) {
    return restored(archive, "REMOVE #restored, #created", Map.of());
  }

  /** When the table was created that an archive was restored to, if that is noted. */
  public Flow<Optional<Instant>> restoredCreated(ArchivedTable archive) {
    return item(archive.tableName())
        .map(
            answer ->
                answer.item().containsKey(CatalogFormat.RESTORED_CREATED)
                    ? Optional.of(
                        new Attributes(answer.item()).time(CatalogFormat.RESTORED_CREATED))
                    : Optional.empty());
  }

  private Flow<Done> restored(
      ArchivedTable archive, String change, Map<String, AttributeValue> changed) {
    Map<String, AttributeValue> values = new HashMap<>(changed);
    values.put(":export", ofText(archive.exportId()));
    return TableCall.update(
            UpdateItemRequest.builder()
                .tableName(controlTable)
                .key(CatalogFormat.key(series, archive.tableName()))
                .conditionExpression("#export = :export")
                .updateExpression(change)
                .expressionAttributeNames(
                    Map.of(
                        "#restored",
                        CatalogFormat.RESTORED,
                        "#created",
                        CatalogFormat.RESTORED_CREATED,
                        "#export",
                        "export"))
                .expressionAttributeValues(values)
                .build())
        .map(answer -> Done.DONE);
  }
}
