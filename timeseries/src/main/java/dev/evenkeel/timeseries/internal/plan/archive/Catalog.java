package dev.evenkeel.timeseries.internal.plan.archive;

import static dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes.ofTime;
import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes;
import dev.evenkeel.timeseries.internal.plan.ledger.WriteConflicts;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The archives of one series, in the control table. Reads are consistent. */
public final class Catalog {
  private static final Map<String, String> NAMES =
      Map.of(
          "#restored",
          CatalogFormat.RESTORED,
          "#created",
          CatalogFormat.RESTORED_CREATED,
          "#export",
          CatalogFormat.EXPORT);

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
    return list(from, to, null);
  }

  /**
   * The same for the sake of a caller's request.
   *
   * @param settings of that request; null if it has none
   */
  public Flow<List<ArchivedTable>> list(
      @Nullable String from,
      @Nullable String to,
      @Nullable AwsRequestOverrideConfiguration settings) {
    return TableCall.queryAll(named(from, to, settings))
        .map(items -> items.stream().map(this::read).toList());
  }

  private QueryRequest named(
      @Nullable String from,
      @Nullable String to,
      @Nullable AwsRequestOverrideConfiguration settings) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":series", AttributeValue.fromS(CatalogFormat.partition(series)));
    values.put(":from", AttributeValue.fromS(from == null ? " " : from));
    values.put(":to", AttributeValue.fromS(to == null ? "~" : to));
    return QueryRequest.builder()
        .tableName(controlTable)
        .consistentRead(true)
        .keyConditionExpression("#pk = :series AND #sk BETWEEN :from AND :to")
        .expressionAttributeNames(Map.of("#pk", LedgerFormat.PARTITION, "#sk", LedgerFormat.SORT))
        .expressionAttributeValues(values)
        .overrideConfiguration(settings)
        .build();
  }

  private ArchivedTable read(Map<String, AttributeValue> item) {
    try {
      return CatalogFormat.read(item);
    } catch (IllegalArgumentException e) {
      throw LifecycleException.newerLedger(
          controlTable,
          CatalogFormat.partition(series),
          requireNonNull(item.get(LedgerFormat.SORT)).s(),
          String.valueOf(e.getMessage()));
    }
  }

  /**
   * Records a verified archive, replacing an earlier one of the same table, if the archive's record
   * still belongs to this run. While this run was paused, its archive may have been abandoned for
   * another one, and the table deleted because of that.
   *
   * @param notes of the making of this archive
   * @return fails if there is an archive of another table of its name, which may be all that is
   *     left of that
   */
  Flow<Done> put(ArchivedTable archive, FencedWrites notes) {
    Map<String, AttributeValue> item = new HashMap<>(CatalogFormat.write(archive));
    item.putAll(CatalogFormat.key(series, archive.tableName()));
    String created = archive.tableCreated() == null ? "" : archive.tableCreated().toString();
    Put put =
        Put.builder()
            .tableName(controlTable)
            .item(item)
            .conditionExpression("attribute_not_exists(#pk) OR #created = :created")
            .expressionAttributeNames(
                Map.of("#pk", LedgerFormat.PARTITION, "#created", CatalogFormat.CREATED))
            .expressionAttributeValues(Map.of(":created", AttributeValue.fromS(created)))
            .build();
    return notes
        .change(TransactWriteItem.builder().put(put).build())
        .recover(
            failure -> WriteConflicts.isRefused(failure, 1),
            failure ->
                find(archive.tableName())
                    .then(found -> Flow.failed(found.map(this::inTheWay).orElseThrow())));
  }

  /**
   * Records an archive of a table without an entry in the catalogue, or with one of an earlier
   * archive that was added like this.
   *
   * @param earlier the export id of that archive; empty for none
   * @return whether there was nothing else
   */
  public Flow<Boolean> add(ArchivedTable archive, String earlier) {
    Map<String, AttributeValue> item = new HashMap<>(CatalogFormat.write(archive));
    item.putAll(CatalogFormat.key(series, archive.tableName()));
    PutItemRequest request =
        PutItemRequest.builder()
            .tableName(controlTable)
            .item(item)
            .conditionExpression(
                "attribute_not_exists(#pk) OR (#export = :export AND attribute_not_exists(#created))")
            .expressionAttributeNames(
                Map.of(
                    "#pk",
                    LedgerFormat.PARTITION,
                    "#export",
                    CatalogFormat.EXPORT,
                    "#created",
                    CatalogFormat.CREATED))
            .expressionAttributeValues(Map.of(":export", AttributeValue.fromS(earlier)))
            .build();
    return WriteConflicts.orElse(
        WriteConflicts.repeated(() -> TableCall.put(request).map(answer -> true)), 0, false);
  }

  /** Empty for an entry that was rebuilt from manifests, which do not tell it. */
  private static String created(ArchivedTable earlier) {
    return earlier.tableCreated() == null
        ? ""
        : "was created at %s and ".formatted(TimeText.of(earlier.tableCreated()));
  }

  /** The failure if an archive of an earlier table of the same name would be replaced. */
  public RuntimeException inTheWay(ArchivedTable earlier) {
    return new RefusedOperationException(
        "archive",
        earlier.tableName(),
        "the catalogue has archive '%s' of an earlier table of that name, which %sis gone"
            .formatted(earlier.exportId(), created(earlier)),
        "Nothing was archived or deleted. Restore that archive to another name and put its items into this table, if they are not to be lost; then take the item with pk '%s' and sk '%s' out of control table '%s'"
            .formatted(CatalogFormat.partition(series), earlier.tableName(), controlTable));
  }

  /** Takes out an archive, as a part of a transaction that fails if it is not this one any more. */
  public TransactWriteItem without(ArchivedTable archive) {
    Delete delete =
        Delete.builder()
            .tableName(controlTable)
            .key(CatalogFormat.key(series, archive.tableName()))
            .conditionExpression("#export = :export")
            .expressionAttributeNames(Map.of("#export", CatalogFormat.EXPORT))
            .expressionAttributeValues(Map.of(":export", AttributeValue.fromS(archive.exportId())))
            .build();
    return TransactWriteItem.builder().delete(delete).build();
  }

  /**
   * Notes which table an archive was restored to, if the notes of the restore are still this run's.
   *
   * @param restored its name
   * @param created when it was created
   * @param notes of the restore
   * @return whether the archive is still in the catalogue
   */
  public Flow<Boolean> restored(
      ArchivedTable archive, String restored, Instant created, FencedWrites notes) {
    Update update =
        Update.builder()
            .tableName(controlTable)
            .key(CatalogFormat.key(series, archive.tableName()))
            .conditionExpression("#export = :export")
            .updateExpression("SET #restored = :restored, #created = :created")
            .expressionAttributeNames(NAMES)
            .expressionAttributeValues(
                Map.of(
                    ":restored",
                    AttributeValue.fromS(restored),
                    ":created",
                    ofTime(created),
                    ":export",
                    AttributeValue.fromS(archive.exportId())))
            .build();
    TransactWriteItem change = TransactWriteItem.builder().update(update).build();
    return WriteConflicts.orElse(notes.change(change).map(done -> true), 1, false);
  }

  /**
   * Forgets which table an archive was restored to, unless it is another by now.
   *
   * @param archive as it was read
   */
  public Flow<Done> notRestored(ArchivedTable archive) {
    if (archive.restoredAs() == null) {
      return Flow.done();
    }
    UpdateItemRequest request =
        UpdateItemRequest.builder()
            .tableName(controlTable)
            .key(CatalogFormat.key(series, archive.tableName()))
            .conditionExpression("#export = :export AND #restored = :restored")
            .updateExpression("REMOVE #restored, #created")
            .expressionAttributeNames(NAMES)
            .expressionAttributeValues(
                Map.of(
                    ":export", AttributeValue.fromS(archive.exportId()),
                    ":restored", AttributeValue.fromS(archive.restoredAs())))
            .build();
    return WriteConflicts.orElse(
        WriteConflicts.repeated(() -> TableCall.update(request).map(answer -> Done.DONE)),
        0,
        Done.DONE);
  }

  /** A restore ends with its table: reads must not go to a later table of that name. */
  public Flow<Done> notRestoredTo(String table) {
    return list(null, null)
        .then(
            archives ->
                Flow.awaitAll(
                    archives.stream()
                        .filter(archive -> table.equals(archive.restoredAs()))
                        .map(this::notRestored)
                        .toList()))
        .map(done -> Done.DONE);
  }

  /** When the table was created that an archive was restored to, if that is noted. */
  public Flow<Optional<Instant>> restoredCreated(ArchivedTable archive) {
    return item(archive.tableName())
        .map(
            answer ->
                answer.item().containsKey(CatalogFormat.RESTORED_CREATED)
                    ? Optional.of(
                        new StoredAttributes(answer.item()).time(CatalogFormat.RESTORED_CREATED))
                    : Optional.empty());
  }
}
