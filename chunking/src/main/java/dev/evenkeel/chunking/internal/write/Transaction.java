package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.policy.ItemLayout.ExternalValue;
import dev.evenkeel.chunking.internal.store.ChunkStore;
import dev.evenkeel.chunking.internal.store.MissingStores;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.internal.write.Failures.CancellationReasons;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.internal.pace.Cancellations;
import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The transaction that makes one write visible.
 *
 * @param table of the item
 * @param actions the write of the item first
 */
public record Transaction(ChunkedTable table, List<TransactWriteItem> actions) {
  /** AWS, "TransactWriteItems": "aggregate size cannot exceed 4 MB". */
  private static final long BYTES_MAX = 4L * 1024 * 1024;

  /** For keys, names and expressions, of each action. */
  private static final long ACTION_BYTES = 4096;

  /** The place of the action on the open intent; what is there without one has no condition. */
  private static final int INTENT = 1;

  /** The commit of what was staged. */
  static Transaction staged(ItemWrite write, ItemSnapshot snapshot, Staged staged) {
    List<TransactWriteItem> actions = new ArrayList<>();
    actions.add(write.action(staged.markers(write), snapshot));
    actions.addAll(staged.ends(Staging.replaced(Map.of(write, snapshot), staged::markers)));
    return new Transaction(write.table(), actions);
  }

  /** Item and chunks together; null if that is not wanted, or does not fit. */
  static @Nullable Transaction whole(
      ItemWrite write,
      ItemSnapshot snapshot,
      Map<String, Marker> markers,
      List<Staging.Upload> uploads) {
    TableStores stores = write.stores();
    if (write.table().spec().commit() != CommitMode.TRANSACTION || !fits(uploads)) {
      return null;
    }
    List<TransactWriteItem> actions = new ArrayList<>();
    actions.add(write.action(markers, snapshot));
    ChunkTableSpec chunkTable = requireNonNull(write.table().spec().chunkTable());
    ChunkStore chunks = requireNonNull(ChunkStore.of(write.table().spec()));
    for (Staging.Upload upload : uploads) {
      chunks
          .rowsOf(upload.parent(), upload.marker(), upload.moved().stored())
          .forEach(
              row ->
                  actions.add(
                      TransactWriteItem.builder()
                          .put(put -> put.tableName(chunkTable.tableName()).item(row))
                          .build()));
    }
    List<Change> replaced = Staging.replaced(write, snapshot, markers);
    if (!replaced.isEmpty()) {
      Intent intent = stores.environment().replaced(write.table().spec(), replaced);
      actions.add(stores.requireIntents().noting(intent));
    }
    return new Transaction(write.table(), actions);
  }

  private static boolean fits(List<Staging.Upload> uploads) {
    long actions = 2; // the item, and what it replaces
    long bytes = ItemSize.ITEM_BYTES_MAX + 2 * ACTION_BYTES;
    for (Staging.Upload upload : uploads) {
      ExternalValue moved = upload.moved();
      if (moved.placement() == Placement.OBJECT) {
        return false;
      }
      actions += moved.chunks();
      bytes += moved.stored().length + moved.chunks() * ACTION_BYTES;
    }
    return actions <= RequestLimits.ACTIONS_MAX && bytes <= BYTES_MAX;
  }

  /**
   * Sends a transaction of what is stored outside already, repeatedly. All are one by their token,
   * of which an earlier one may have been made without an answer.
   */
  public static Flow<TransactWriteItemsResponse> sent(
      TransactWriteItemsRequest request, Predicate<Throwable> isRepeated) {
    return Retries.repeated(() -> TableCall.transactWrite(request), isRepeated, Retries.CALL_MAX);
  }

  TransactWriteItemsRequest request(RequestOptions options, WriteId token) {
    return TransactWriteItemsRequest.builder()
        .transactItems(actions)
        .clientRequestToken(token.hex())
        .returnConsumedCapacity(options.capacity())
        .returnItemCollectionMetrics(options.metrics())
        .overrideConfiguration(options.overrideConfiguration())
        .build();
  }

  /** The failure as a write of one item reports it. */
  Throwable asOneWrite(Throwable failure) {
    if (!(failure instanceof TransactionCanceledException canceled)) {
      return MissingStores.named(table.spec(), failure);
    }
    if (Cancellations.isCondition(failure, INTENT)) {
      return Failures.abandoned(table.name());
    }
    List<CancellationReason> reasons = canceled.cancellationReasons();
    for (int i = 0; i < reasons.size(); i++) {
      if (Cancellations.isCause(reasons.get(i))) {
        DynamoDbException ofOne = CancellationReasons.asOfOneItem(reasons.get(i), canceled);
        return i == 0 ? ofOne : MissingStores.namedOfOurs(table.spec(), ofOne);
      }
    }
    return failure;
  }

  /** What a caller says of a write besides: capacity and metrics to report, and settings. */
  public record RequestOptions(
      @Nullable ReturnConsumedCapacity capacity,
      @Nullable ReturnItemCollectionMetrics metrics,
      @Nullable AwsRequestOverrideConfiguration overrideConfiguration) {

    public static final RequestOptions NOTHING = new RequestOptions(null, null, null);

    public static RequestOptions of(PutItemRequest request) {
      return new RequestOptions(
          request.returnConsumedCapacity(),
          request.returnItemCollectionMetrics(),
          request.overrideConfiguration().orElse(null));
    }

    public static RequestOptions of(UpdateItemRequest request) {
      return new RequestOptions(
          request.returnConsumedCapacity(),
          request.returnItemCollectionMetrics(),
          request.overrideConfiguration().orElse(null));
    }
  }

  /**
   * The payloads that are outside for writes that are not visible yet. They serve every attempt of
   * the commit, as long as the payloads that were found are still there.
   *
   * @param values by write
   * @param intents the open intents that guard what was staged, by table; none if nothing was,
   *     because all is there already or comes with the commit
   */
  public record Staged(Map<ItemWrite, StagedValues> values, Map<TableStores, Intent> intents) {

    /** By attribute, where each value is that is to leave the item of a write. */
    public Map<String, Marker> markers(ItemWrite write) {
      return requireNonNull(values.get(write)).markers();
    }

    /** Whether the payloads serve for these snapshots of the items. */
    public boolean isOf(Map<ItemWrite, ItemSnapshot> snapshots) {
      return snapshots.entrySet().stream()
          .allMatch(now -> requireNonNull(values.get(now.getKey())).isOf(now.getValue()));
    }

    /**
     * The actions that end the intents, of one table after the other.
     *
     * @param replaced what the writes replace, which may not have been known when they were noted
     */
    public List<TransactWriteItem> ends(Map<TableStores, List<Change>> replaced) {
      List<TransactWriteItem> ends = new ArrayList<>();
      intents.forEach(
          (stores, intent) -> {
            List<Change> changes = new ArrayList<>(intent.changes());
            changes.addAll(replaced.getOrDefault(stores, List.of()));
            long nowMillis = stores.environment().now().toEpochMilli();
            ends.add(stores.requireIntents().committing(intent.with(changes), nowMillis));
          });
      return ends;
    }

    /**
     * Ends a commit whose answer was lost. What is staged is left to the sweep if it is not
     * visible.
     *
     * @param visible the result if it is
     */
    public <R> Flow<R> resolve(R visible, Throwable failure) {
      return isVisible()
          .recover(
              another -> {
                failure.addSuppressed(another);
                return Flow.of(false);
              })
          .then(is -> is ? Flow.of(visible) : Flow.failed(failure));
    }

    /**
     * Ends a commit that a sweep abandoned: an intent is no longer open. The sweep may have removed
     * staged payloads before all of them were written.
     *
     * @param visible the result if it is visible in spite of that
     * @param removed removes what is staged
     */
    public <R> Flow<R> givenUp(R visible, Flow<Done> removed, Throwable abandoned) {
      return isVisible()
          .then(is -> is ? Flow.of(visible) : removed.then(Flow.<R>failed(abandoned)))
          .mapFailure(failure -> abandoned);
    }

    /** One intent decides, since all end with the commit. */
    private Flow<Boolean> isVisible() {
      return intents.entrySet().stream()
          .findFirst()
          .map(any -> Staging.isVisible(any.getValue(), any.getKey(), isThere()))
          .orElseGet(this::isThere);
    }

    /** Whether any item has what was staged for it. */
    private Flow<Boolean> isThere() {
      List<Flow<Boolean>> reads = new ArrayList<>();
      values.forEach(
          (write, staged) -> {
            if (!staged.brought().isEmpty()) {
              reads.add(ItemSnapshot.readMarkers(write).map(staged::isIn));
            }
          });
      return Flow.failFast(reads).map(found -> found.contains(true));
    }

    /** Removes what can never become visible. */
    Flow<Done> remove() {
      return Staging.each(intents, Staging::remove);
    }

    /** Takes back what is staged, if anything is: see {@link Staging#takeBack}. */
    public static Flow<Done> takeBack(@Nullable Staged staged) {
      return staged == null
          ? Flow.done()
          : Staging.each(
              staged.intents,
              (intent, stores) -> Staging.takeBack(intent, stores, staged.isThere()));
    }
  }

  /**
   * The values of one write.
   *
   * @param markers by attribute, where each value is that is to leave the item
   * @param brought the attributes whose values this write brought there; the others were there
   *     before
   */
  public record StagedValues(Map<String, Marker> markers, Set<String> brought) {

    /**
     * Whether the item has the values still that it had already: one that was replaced meanwhile is
     * going to be removed, and must not become the item's again.
     */
    boolean isOf(ItemSnapshot now) {
      return markers.entrySet().stream()
          .filter(entry -> !brought.contains(entry.getKey()))
          .allMatch(entry -> entry.getValue().equals(now.marker(entry.getKey())));
    }

    /** Whether the item has any value that only this write can have given it. */
    boolean isIn(ItemSnapshot now) {
      return brought.stream()
          .anyMatch(
              attribute -> requireNonNull(markers.get(attribute)).equals(now.marker(attribute)));
    }
  }
}
