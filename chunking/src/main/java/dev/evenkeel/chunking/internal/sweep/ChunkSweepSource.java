package dev.evenkeel.chunking.internal.sweep;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.ChunkRows.ParentAttribute;
import dev.evenkeel.chunking.internal.store.MissingStores;
import dev.evenkeel.chunking.internal.sweep.DeepTally.Count;
import dev.evenkeel.chunking.internal.sweep.SweepSource.Page;
import dev.evenkeel.chunking.internal.sweep.SweepSource.SweepTarget;
import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.ParentText;
import dev.evenkeel.chunking.internal.wire.ParentText.ChunkName;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingException.Reason;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.KeyAttribute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** A chunk table: a scan of its keys. */
final class ChunkSweepSource implements SweepSource {
  /** A page has at most 1 MB of rows; this bounds what a page of small ones has to judge. */
  private static final int PAGE_MAX = 500;

  /** Parent key # version # sequence, where keys may be anything. */
  private static final Pattern SEED_KEY = Pattern.compile(".+#[0-9]+#[0-9]+", Pattern.DOTALL);

  private final SweptTables tables;
  private final ChunkTableSpec chunks;
  private final @Nullable KeyAttribute sort;
  private final int number;
  private final int of;

  /** The whole table. */
  ChunkSweepSource(SweptTables tables, ChunkTableSpec chunks) {
    this(tables, chunks, 0, 1);
  }

  private ChunkSweepSource(SweptTables tables, ChunkTableSpec chunks, int number, int of) {
    this.tables = tables;
    this.chunks = chunks;
    this.sort = chunks.key().sortKey();
    this.number = number;
    this.of = of;
  }

  @Override
  public String name() {
    return "chunks " + chunks.tableName();
  }

  @Override
  public int parts(int wanted) {
    return wanted;
  }

  /** A segment of the scan. */
  @Override
  public SweepSource part(int part, int parts) {
    return new ChunkSweepSource(tables, chunks, part, parts);
  }

  @Override
  public Flow<Page> page(List<String> position, int itemsMax, DeepTally tally) {
    return MissingStores.named(chunks, TableCall.scan(request(position, itemsMax)))
        .mapFailure(this::explained)
        .map(
            response -> {
              tally.add(Count.ROWS, response.items().size());
              List<SweepTarget> candidates = new ArrayList<>();
              response.items().forEach(row -> sort(row, candidates, tally));
              return new Page(candidates, List.of(), next(response));
            });
  }

  /**
   * What no scan sees is never removed, so chunks of a period without a table may be passed over.
   */
  private Throwable explained(Throwable failure) {
    return failure instanceof DecoratorException ours && ours.isOfClosedTable()
        ? new ChunkingException(
            Reason.STORE_MISSING,
            "%s The deep sweep passes over such a period where series '%s' has missingTables SKIP. Its items must not have that: without their table each of their chunks would be an orphan."
                .formatted(ours.getMessage(), chunks.tableName()),
            failure)
        : failure;
  }

  private ScanRequest request(List<String> position, int itemsMax) {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("#pk", chunks.partitionKey());
    names.put("#parent", ParentAttribute.NAME);
    if (sort != null) {
      names.put("#sk", sort.name());
    }
    ScanRequest.Builder request =
        ScanRequest.builder()
            .tableName(chunks.tableName())
            .limit(Math.min(PAGE_MAX, itemsMax))
            .projectionExpression(String.join(", ", names.keySet()))
            .expressionAttributeNames(names);
    if (of > 1) {
      request.segment(number).totalSegments(of);
    }
    return position.isEmpty() ? request.build() : request.exclusiveStartKey(key(position)).build();
  }

  private Map<String, AttributeValue> key(List<String> position) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    key.put(chunks.partitionKey(), AttributeValue.fromS(position.get(0)));
    if (sort != null) {
      String value = position.get(position.size() - 1);
      key.put(
          sort.name(),
          sort.type() == ScalarAttributeType.N
              ? AttributeValue.fromN(value)
              : AttributeValue.fromS(value));
    }
    return key;
  }

  private @Nullable List<String> next(ScanResponse response) {
    Map<String, AttributeValue> last = response.lastEvaluatedKey();
    if (last.isEmpty()) {
      return null;
    }
    String partition = requireNonNull(last.get(chunks.partitionKey())).s();
    if (sort == null) {
      return List.of(partition);
    }
    AttributeValue value = requireNonNull(last.get(sort.name()));
    return List.of(partition, sort.type() == ScalarAttributeType.N ? value.n() : value.s());
  }

  private void sort(
      Map<String, AttributeValue> row, List<SweepTarget> candidates, DeepTally tally) {
    String partition = requireNonNull(row.get(chunks.partitionKey())).s();
    ChunkName name =
        chunks.sortKey() == null
            ? ChunkName.ofKey(partition)
            : ChunkName.ofKeys(partition, requireNonNull(row.get(chunks.sortKey())).s());
    if (name == null) {
      tally.add(isSeedLayout(partition) ? Count.UNDECIDABLE : Count.FOREIGN);
      return;
    }
    sort(name, row, candidates, tally);
  }

  private boolean isSeedLayout(String partition) {
    boolean hasSeedLayout =
        tables.all().stream()
            .anyMatch(table -> isChunkTableOf(table) && table.spec().seedAttribute() != null);
    return hasSeedLayout && SEED_KEY.matcher(partition).matches();
  }

  private void sort(
      ChunkName name,
      Map<String, AttributeValue> row,
      List<SweepTarget> candidates,
      DeepTally tally) {
    Parent rowParent = name.isHashed() ? ParentAttribute.read(row) : null;
    ParentText text = name.parentText();
    String tableName = rowParent != null ? rowParent.table() : text == null ? null : text.table();
    SweptTable table = tableName == null ? null : tables.find(tableName);
    if (table == null || !isChunkTableOf(table)) {
      tally.add(name.isHashed() && rowParent == null ? Count.UNDECIDABLE : Count.FOREIGN);
      return;
    }
    Parent parent = text == null ? rowParent : text.parent(table.schema());
    PayloadRef payload = new PayloadRef(Placement.CHUNKS, name.writeId().hex(), name.number());
    if (parent == null || !table.canHave(parent, payload) || !name.isOf(table.schema(), parent)) {
      tally.add(Count.UNDECIDABLE);
    } else if (!table.knows(parent.attribute(), payload)) {
      tally.add(Count.FOREIGN);
    } else if (name.number() > table.spec().limits().chunksMax()) {
      tally.add(Count.UNDECIDABLE);
    } else {
      candidates.add(new SweepTarget(table, parent, payload));
    }
  }

  private boolean isChunkTableOf(SweptTable table) {
    ChunkTableSpec its = table.spec().chunkTable();
    return its != null && its.tableName().equals(chunks.tableName());
  }
}
