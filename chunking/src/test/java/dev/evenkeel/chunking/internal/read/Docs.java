package dev.evenkeel.chunking.internal.read;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.ChunkStore;
import dev.evenkeel.chunking.internal.store.SeedChunks.SeedPieces;
import dev.evenkeel.chunking.internal.store.StoredPayloads;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.value.Packing;
import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.ValueLimits;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A table of documents (key: {@code id} an S, {@code at} an N), its chunk table and an index by
 * {@code owner} and {@code rank}; and items of it in their stored form, written past the library.
 */
final class Docs {
  static final String CHUNKS = "chunks";
  static final int CHUNK_BYTES = 100;

  private static final AtomicLong WRITES = new AtomicLong();

  final DynamoDbClient client;
  final String table;
  final HookedPayloads payloads;
  private UnaryOperator<ValueLimits> limits = UnaryOperator.identity();

  private Docs(DynamoDbClient client, String table) {
    this.client = client;
    this.table = table;
    ChunkedTable chunked = chunked();
    payloads =
        new HookedPayloads(
            new StoredPayloads(
                chunked.schema(),
                new ChunkStore(requireNonNull(chunked.spec().chunkTable()), chunked.schema(), 4),
                null));
  }

  /** A fresh table; the chunk table is shared by all. */
  static Docs create(DynamoDbClient client, String table) {
    client.createTable(
        t ->
            t.tableName(table)
                .attributeDefinitions(
                    attribute("id", ScalarAttributeType.S),
                    attribute("at", ScalarAttributeType.N),
                    attribute("owner", ScalarAttributeType.S),
                    attribute("rank", ScalarAttributeType.N))
                .keySchema(key("id", KeyType.HASH), key("at", KeyType.RANGE))
                .globalSecondaryIndexes(
                    GlobalSecondaryIndex.builder()
                        .indexName("byOwner")
                        .keySchema(key("owner", KeyType.HASH), key("rank", KeyType.RANGE))
                        .projection(p -> p.projectionType(ProjectionType.ALL))
                        .build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
    if (!client.listTables().tableNames().contains(CHUNKS)) {
      client.createTable(
          t ->
              t.tableName(CHUNKS)
                  .attributeDefinitions(attribute("Id", ScalarAttributeType.S))
                  .keySchema(key("Id", KeyType.HASH))
                  .billingMode(BillingMode.PAY_PER_REQUEST));
    }
    return new Docs(client, table);
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  /** These limits from now on. */
  Docs limits(UnaryOperator<ValueLimits> newLimits) {
    limits = newLimits;
    return this;
  }

  ChunkedTable chunked() {
    return new ChunkedTable(
        ChunkingSpec.builder(table)
            .partitionKey("id")
            .sortKey("at", ScalarAttributeType.N)
            .attribute("body", AttributePolicy.chunked())
            .attribute("extra", AttributePolicy.chunked())
            .attribute("message", AttributePolicy.chunked())
            .seedLayout("message")
            .chunkTable(ChunkTableSpec.of(CHUNKS).withChunkBytes(CHUNK_BYTES))
            .intentTable("intents")
            .limits(limits.apply(ValueLimits.DEFAULT))
            .build());
  }

  Hydrator hydrator() {
    return new Hydrator(chunked(), payloads);
  }

  Driver driver() {
    return new Driver(client);
  }

  static Map<String, AttributeValue> key(String id, int at) {
    return Map.of("id", s(id), "at", n(at));
  }

  static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue n(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  /** The attributes that stand for a value, whose payload is written. */
  Map<String, AttributeValue> stored(
      Map<String, AttributeValue> key,
      String attribute,
      AttributeValue value,
      Placement placement,
      boolean compressed) {
    Payload payload = PayloadBytes.of(value);
    byte[] packed = compressed ? packed(payload.bytes()) : payload.bytes();
    Marker marker = marker(payload, packed, placement, compressed ? "gzip" : null);
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    attributes.put(ChunkingSpec.markerOf(attribute), marker.write());
    if (placement == Placement.ITEM) {
      attributes.put(attribute, AttributeValue.fromB(SdkBytes.fromByteArray(packed)));
      return attributes;
    }
    driver().run(payloads.write(chunked().parent(key, attribute), marker, packed));
    if (placement == Placement.SEED_CHUNKS) {
      PayloadRef ref = requireNonNull(PayloadRef.of(marker));
      attributes.put(SeedLayout.COUNT, n(ref.chunks()));
      attributes.put(SeedLayout.VERSION, AttributeValue.fromN(ref.id()));
    }
    return attributes;
  }

  private static byte[] packed(byte[] original) {
    return requireNonNull(Packing.pack(original, Codecs.gzip(), bytes -> Integer.MAX_VALUE));
  }

  private static Marker marker(
      Payload payload, byte[] stored, Placement placement, @Nullable String codec) {
    if (placement == Placement.ITEM) {
      return Marker.inItem(requireNonNull(codec), payload.type(), payload.bytes().length);
    }
    int chunks =
        switch (placement) {
          case CHUNKS -> (int) Marker.Payload.chunksOf(stored.length, CHUNK_BYTES);
          case SEED_CHUNKS -> SeedPieces.count(stored, CHUNK_BYTES, codec != null, payload.type());
          default -> 0;
        };
    return new Marker(
        placement,
        codec,
        payload.type(),
        payload.bytes().length,
        new Marker.Payload(
            freshId(),
            stored.length,
            Digest.of(payload.bytes()),
            chunks,
            placement == Placement.CHUNKS ? CHUNK_BYTES : 0));
  }

  private static WriteId freshId() {
    return WriteId.of(
        ByteBuffer.allocate(WriteId.BYTES).putLong(8, WRITES.incrementAndGet()).array());
  }

  /** Puts an item with a body in chunks. */
  Map<String, AttributeValue> put(
      Map<String, AttributeValue> key, AttributeValue body, Map<String, AttributeValue> others) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.putAll(others);
    Map<String, AttributeValue> logical = new HashMap<>(item);
    logical.put("body", body);
    item.putAll(stored(key, "body", body, Placement.CHUNKS, false));
    putRaw(item);
    return logical;
  }

  void putRaw(Map<String, AttributeValue> item) {
    client.putItem(p -> p.tableName(table).item(item));
  }

  Map<String, AttributeValue> raw(Map<String, AttributeValue> key) {
    return client.getItem(g -> g.tableName(table).key(key).consistentRead(true)).item();
  }

  /** Deletes what an item has outside for an attribute. */
  void removePayload(Map<String, AttributeValue> item, String attribute) {
    ChunkedTable chunked = chunked();
    PayloadRef payload = requireNonNull(chunked.payload(item, attribute));
    driver().run(payloads.remove(chunked.parent(item, attribute), payload));
  }

  /** The rows of the chunk table whose key begins like this. */
  List<Map<String, AttributeValue>> chunksOf(String keyStart) {
    return client
        .scan(
            s ->
                s.tableName(CHUNKS)
                    .filterExpression("begins_with(Id, :start)")
                    .expressionAttributeValues(Map.of(":start", s(keyStart))))
        .items();
  }
}
