package dev.evenkeel.chunking;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.shell.SystemEnvironment;
import dev.evenkeel.chunking.internal.store.ChunkStore;
import dev.evenkeel.chunking.internal.store.Intents;
import dev.evenkeel.chunking.internal.store.StoredPayloads;
import dev.evenkeel.chunking.internal.sweep.SweepOptions;
import dev.evenkeel.chunking.internal.sweep.SweptTables;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.IntentFormat;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.objects.internal.ObjectFlows;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Tables, writers that go step by step and can stop anywhere, and a clock. Writers use the flows of
 * the production code; what differs is that a test decides when the next step comes.
 */
final class SweepFixture {
  static final Duration GRACE = Duration.ofMinutes(15);

  final DynamoDbClient client;
  final @Nullable S3Client s3;
  final MovableClock clock = new MovableClock(Instant.now().plus(Duration.ofHours(2)));
  final SystemEnvironment environment = new SystemEnvironment(clock);
  private final SyncRunner driver = SyncRunner.create();

  SweepFixture(DynamoDbClient client, @Nullable S3Client s3) {
    this.client = client;
    this.s3 = s3;
  }

  /** A write whose value is outside, and that nothing points to yet. */
  record StagedValues(
      ChunkingSpec spec, Parent parent, Marker marker, Intent intent, SdkBytes value) {
    byte[] bytes() {
      return value.asByteArray();
    }

    PayloadRef ref() {
      return requireNonNull(PayloadRef.of(marker));
    }
  }

  /** Empties and makes the tables of specs. */
  void create(ChunkingSpec... specs) {
    new SweepTables(client).create(specs);
  }

  void drop(String table) {
    new SweepTables(client).drop(table);
  }

  <T> T run(Flow<T> flow) {
    return run(flow, calls());
  }

  <T> T run(Flow<T> flow, Sender<Object> calls) {
    return driver.run(flow, calls, Deadline.NONE);
  }

  Sender<Object> calls() {
    return Sender.sync(client, s3 == null ? Sender.nothingElse() : ObjectCalls.sync(s3));
  }

  SweepOptions terms(boolean dryRun, ChunkingSpec... specs) {
    return new SweepOptions(new SweptTables(List.of(specs)), environment, dryRun, 1, report -> {});
  }

  static Parent parent(ChunkingSpec spec, Map<String, AttributeValue> key, String attribute) {
    return new Parent(TableName.parse(spec.tableName()).name(), key, attribute);
  }

  StoredPayloads payloads(ChunkingSpec spec) {
    return new StoredPayloads(
        spec.key(),
        spec.chunkTable() == null ? null : new ChunkStore(spec.chunkTable(), spec.key(), 2),
        spec.bucket() == null ? null : ObjectFlows.of(spec.bucket()));
  }

  Intents intents(ChunkingSpec spec) {
    return new Intents(requireNonNull(spec.intentTable()));
  }

  Marker marker(ChunkingSpec spec, Placement placement, byte[] bytes) {
    int chunkBytes =
        placement == Placement.CHUNKS ? requireNonNull(spec.chunkTable()).chunkBytes() : 0;
    int chunks =
        switch (placement) {
          case CHUNKS -> (int) Marker.Payload.chunksOf(bytes.length, chunkBytes);
          case SEED_CHUNKS ->
              (int)
                  Marker.Payload.chunksOf(
                      bytes.length, requireNonNull(spec.chunkTable()).chunkBytes());
          default -> 0;
        };
    return new Marker(
        placement,
        null,
        AttributeValue.Type.B,
        bytes.length,
        new Marker.Payload(
            environment.freshId(), bytes.length, Digest.of(bytes), chunks, chunkBytes));
  }

  /** Notes an intent and writes the payload: what a writer does before its commit. */
  StagedValues stage(ChunkingSpec spec, Parent parent, Placement placement, int bytes) {
    byte[] value = new byte[bytes];
    Marker marker = marker(spec, placement, value);
    Change change = new Change(parent, PayloadRef.of(marker), null);
    Intent intent = intent(spec, State.OPEN, null, change);
    Done unused =
        run(intents(spec).note(intent).then(done -> payloads(spec).write(parent, marker, value)));
    return new StagedValues(spec, parent, marker, intent, SdkBytes.fromByteArray(value));
  }

  Intent intent(ChunkingSpec spec, State state, @Nullable Long committedAt, Change... changes) {
    return new Intent(
        environment.freshId(),
        clock.instant().plus(spec.grace()),
        state,
        committedAt,
        List.of(changes));
  }

  /** Makes it visible in one transaction, which fails if its intent is not open any more. */
  void commit(StagedValues staged, @Nullable StagedValues replaced) {
    List<Change> changes = new ArrayList<>(staged.intent().changes());
    if (replaced != null) {
      changes.add(new Change(staged.parent(), null, replaced.ref()));
    }
    Intent whole =
        new Intent(staged.intent().id(), staged.intent().due(), State.OPEN, null, changes);
    TransactWriteItem item =
        TransactWriteItem.builder()
            .put(put -> put.tableName(staged.spec().tableName()).item(item(staged)))
            .build();
    client.transactWriteItems(
        request ->
            request.transactItems(
                item, intents(staged.spec()).committing(whole, clock.instant().toEpochMilli())));
  }

  static Map<String, AttributeValue> item(StagedValues staged) {
    String attribute = staged.parent().attribute();
    Map<String, AttributeValue> item = new LinkedHashMap<>(staged.parent().key());
    item.put(ChunkingSpec.markerOf(attribute), staged.marker().write());
    if (staged.marker().placement() == Placement.SEED_CHUNKS) {
      item.put(
          SeedLayout.COUNT,
          AttributeValue.fromN(Integer.toString(staged.marker().outside().chunks())));
      item.put(SeedLayout.VERSION, AttributeValue.fromN(staged.ref().id()));
    }
    return item;
  }

  /** Stages and commits. */
  StagedValues write(
      ChunkingSpec spec,
      Parent parent,
      Placement placement,
      int bytes,
      @Nullable StagedValues replaced) {
    StagedValues staged = stage(spec, parent, placement, bytes);
    commit(staged, replaced);
    return staged;
  }

  /** Puts an item through no decorator. */
  void putPlainly(ChunkingSpec spec, Map<String, AttributeValue> item) {
    client.putItem(request -> request.tableName(spec.tableName()).item(item));
  }

  void deletePlainly(ChunkingSpec spec, Map<String, AttributeValue> key) {
    client.deleteItem(request -> request.tableName(spec.tableName()).key(key));
  }

  Map<String, AttributeValue> item(ChunkingSpec spec, Map<String, AttributeValue> key) {
    return client
        .getItem(request -> request.tableName(spec.tableName()).key(key).consistentRead(true))
        .item();
  }

  /**
   * The payload that an item's marker points to, read as a reader does: fails if any of it is
   * missing.
   */
  byte[] value(ChunkingSpec spec, Parent parent) {
    Marker marker =
        requireNonNull(new ChunkedTable(spec).marker(item(spec, parent.key()), parent.attribute()));
    return run(payloads(spec).read(parent, marker));
  }

  /** Whether all of a payload is there. */
  boolean isThere(StagedValues staged) {
    return run(
        payloads(staged.spec())
            .read(staged.parent(), staged.marker())
            .map(bytes -> true)
            .recover(failure -> Flow.of(false)));
  }

  List<Map<String, AttributeValue>> rows(String table) {
    return client
        .scanPaginator(ScanRequest.builder().tableName(table).consistentRead(true).build())
        .items()
        .stream()
        .toList();
  }

  List<Map<String, AttributeValue>> chunkRows(ChunkingSpec spec) {
    return rows(requireNonNull(spec.chunkTable()).tableName());
  }

  List<Map<String, AttributeValue>> intentRows(ChunkingSpec spec) {
    return rows(requireNonNull(spec.intentTable()).tableName());
  }

  List<Intent> intentsLeft(ChunkingSpec spec) {
    return intentRows(spec).stream()
        .map(row -> requireNonNull(IntentFormat.read(requireNonNull(spec.intentTable()), row)))
        .toList();
  }

  static Map<String, AttributeValue> key(String partition) {
    return Map.of("Id", AttributeValue.fromS(partition));
  }

  static WriteId writeId(int seed) {
    byte[] bytes = new byte[WriteId.BYTES];
    Arrays.fill(bytes, (byte) seed);
    return WriteId.of(bytes);
  }

  static AttributeValue binary(byte[] bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
  }
}
