package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.read.BoundedParallel;
import dev.evenkeel.chunking.internal.read.BoundedParallel.Extent;
import dev.evenkeel.chunking.internal.read.BoundedParallel.Part;
import dev.evenkeel.chunking.internal.read.CallerSettings;
import dev.evenkeel.chunking.internal.read.Hydrator;
import dev.evenkeel.chunking.internal.read.ItemRead;
import dev.evenkeel.chunking.internal.read.ReadMemory;
import dev.evenkeel.chunking.internal.read.StoredItem;
import dev.evenkeel.chunking.internal.read.TornRead;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/**
 * TransactGetItems: the items of one moment, with the values that they had then. If a payload is
 * gone the transaction is read again as a whole, for an item read by itself would be of another
 * moment. A transaction that is too large for memory is refused, since it has no second page.
 */
public final class TransactGetItems
    extends OperationPlan<
        ManagedTables<TableStores>, TransactGetItemsRequest, Flow<TransactGetItemsResponse>> {

  TransactGetItems() {
    super(
        Operation.TRANSACT_GET_ITEMS,
        TransactGetItemsRequest.class,
        Disposition.FAN_OUT,
        "Fetches values outside, and unpacks");
  }

  @Override
  public @Nullable Flow<TransactGetItemsResponse> plan(
      ManagedTables<TableStores> tables, TransactGetItemsRequest request) {
    return tables.namedBy(request) ? of(name -> TableStores.hydrator(tables, name), request) : null;
  }

  /**
   * Plans a TransactGetItems.
   *
   * @param tables finds what is managed of a table as requests name it; null if nothing is
   * @return null if the request is to be sent as it is
   */
  public static @Nullable Flow<TransactGetItemsResponse> of(
      Function<String, @Nullable Hydrator> tables, TransactGetItemsRequest request) {
    List<@Nullable ItemRead> reads = new ArrayList<>();
    request.transactItems().forEach(item -> reads.add(read(tables, item.get())));
    if (reads.stream().allMatch(Objects::isNull)) {
      return null;
    }
    Attempts plan = new Attempts(Attempts.sent(request, reads), reads);
    return CallerSettings.of(request).run(plan.flow(), Attempts::withCapacity);
  }

  private static @Nullable ItemRead read(
      Function<String, @Nullable Hydrator> tables, @Nullable Get get) {
    Hydrator hydrator = get == null ? null : tables.apply(get.tableName());
    if (get == null || hydrator == null) {
      return null;
    }
    ItemRead read =
        ItemRead.of(
            hydrator,
            new Call("TransactGetItems", get.tableName()),
            get.projectionExpression(),
            get.expressionAttributeNames());
    return read.isPlain() ? null : read;
  }

  /** The transaction, read again as long as values are replaced meanwhile. */
  private static final class Attempts {
    private final TransactGetItemsRequest sent;
    private final List<@Nullable ItemRead> reads;

    private Attempts(TransactGetItemsRequest sent, List<@Nullable ItemRead> reads) {
      this.sent = sent;
      this.reads = reads;
    }

    private static TransactGetItemsRequest sent(
        TransactGetItemsRequest request, List<@Nullable ItemRead> reads) {
      List<TransactGetItem> items = new ArrayList<>();
      for (int i = 0; i < reads.size(); i++) {
        TransactGetItem item = request.transactItems().get(i);
        ItemRead read = reads.get(i);
        items.add(
            read == null || read.projection().isAsRequested()
                ? item
                : item.toBuilder()
                    .get(
                        item.get().toBuilder()
                            .projectionExpression(read.text())
                            .expressionAttributeNames(read.names())
                            .build())
                    .build());
      }
      return items.equals(request.transactItems())
          ? request
          : request.toBuilder().transactItems(items).build();
    }

    private Flow<TransactGetItemsResponse> flow() {
      TornRead<TransactGetItemsResponse, TransactGetItemsResponse> read =
          new TornRead<>(this::hydrated, this::payloads, missing -> TableCall.transactGet(sent));
      return TableCall.transactGet(sent).then(read::settle);
    }

    private List<PayloadRef> payloads(TransactGetItemsResponse response) {
      List<PayloadRef> all = new ArrayList<>();
      for (Row row : rows(response)) {
        if (row.stored() != null) {
          all.addAll(row.stored().payloads());
        }
      }
      return all;
    }

    /** An item that was read; with nothing stored if nothing managed can be in it. */
    private record Row(ItemResponse item, @Nullable ItemRead read, @Nullable StoredItem stored)
        implements Part<ItemResponse> {
      @Override
      public Extent extent() {
        return stored == null ? StoredItem.NONE : stored;
      }

      @Override
      public ItemResponse here() {
        return read == null || stored == null
            ? item
            : item.toBuilder().item(read.here(stored)).build();
      }

      @Override
      public Flow<ItemResponse> fetched(int widthMax) {
        return requireNonNull(read)
            .hydrated(requireNonNull(stored), widthMax)
            .map(whole -> item.toBuilder().item(whole).build());
      }
    }

    private List<Row> rows(TransactGetItemsResponse response) {
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < reads.size(); i++) {
        ItemResponse item = response.responses().get(i);
        ItemRead read = item.hasItem() ? reads.get(i) : null;
        rows.add(new Row(item, read, read == null ? null : read.stored(item.item())));
      }
      return rows;
    }

    private Flow<TransactGetItemsResponse> hydrated(TransactGetItemsResponse response) {
      List<Row> rows = rows(response);
      refuseTooMuch(rows);
      long bytes = rows.stream().mapToLong(row -> row.extent().bytes()).sum();
      return ReadMemory.holding(bytes, BoundedParallel.bySide(rows, widthMax()))
          .map(items -> response.toBuilder().responses(items).build());
    }

    private int widthMax() {
      return reads.stream().filter(Objects::nonNull).mapToInt(ItemRead::widthMax).min().orElse(1);
    }

    /**
     * Refuses too large transactions. One item may pass the limit for all, as one row of a page
     * may.
     */
    private static void refuseTooMuch(List<Row> rows) {
      long bytes = 0;
      for (Row row : rows) {
        if (bytes > 0 && row.extent().bytes() > 0) {
          requireAtMost(requireNonNull(row.read()), requireNonNull(row.stored()), bytes);
        }
        bytes += row.extent().bytes();
      }
    }

    private static void requireAtMost(ItemRead read, StoredItem stored, long before) {
      ChunkedTable table = read.hydrator().table();
      long limit = table.spec().limits().hydrateBytesMax();
      long bytes = before + stored.bytes();
      if (bytes > limit) {
        throw new LargeValueException(
                Reason.TOO_LARGE,
                "With it the values of one transaction have %d bytes, and at most %d are read at a time. Read it in a transaction of fewer items, or raise the limit."
                    .formatted(bytes, limit))
            .at(table.name(), stored.values().get(0).attribute());
      }
    }

    private static TransactGetItemsResponse withCapacity(
        TransactGetItemsResponse response, List<ConsumedCapacity> used) {
      return used.isEmpty() ? response : Metering.with(response, CapacitySum.perTable(used));
    }
  }
}
