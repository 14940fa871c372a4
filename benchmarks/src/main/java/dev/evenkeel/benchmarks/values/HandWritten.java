package dev.evenkeel.benchmarks.values;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Large values by hand, as a careful reader of AWS's text writes it: chunks under a version of
 * their own and then the item that names them; unprocessed items again; the number of chunks
 * checked. Nothing cleans up, and a torn value of equal length is not detected.
 */
final class HandWritten {
  private static final int BATCH_ITEMS_MAX = 25;

  private final Fixture fixture;
  private final int chunkBytes;

  HandWritten(Fixture fixture, int chunkBytes) {
    this.fixture = fixture;
    this.chunkBytes = chunkBytes;
  }

  void write(String id, long version, byte[] value) {
    List<WriteRequest> puts = new ArrayList<>();
    int count = (value.length + chunkBytes - 1) / chunkBytes;
    for (int i = 0; i < count; i++) {
      byte[] piece =
          Arrays.copyOfRange(value, i * chunkBytes, Math.min(value.length, (i + 1) * chunkBytes));
      Map<String, AttributeValue> row = new HashMap<>(chunkKey(id, version, i));
      row.put("Data", AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(piece)));
      puts.add(WriteRequest.builder().putRequest(put -> put.item(row)).build());
      if (puts.size() == BATCH_ITEMS_MAX || i == count - 1) {
        send(puts);
        puts = new ArrayList<>();
      }
    }
    fixture.dynamoDb.putItem(
        put ->
            put.tableName(Fixture.DOCS)
                .item(
                    Map.of(
                        "id", AttributeValue.fromS(id),
                        "ChunkCount", AttributeValue.fromN("" + count),
                        "ChunkVersion", AttributeValue.fromN("" + version))));
  }

  private void send(List<WriteRequest> puts) {
    Map<String, List<WriteRequest>> left = Map.of(Fixture.CHUNKS, puts);
    while (!left.isEmpty()) {
      left =
          fixture
              .dynamoDb
              .batchWriteItem(BatchWriteItemRequest.builder().requestItems(left).build())
              .unprocessedItems();
    }
  }

  private static Map<String, AttributeValue> chunkKey(String id, long version, int number) {
    return Map.of("Id", AttributeValue.fromS(id + "#" + version + "#" + number));
  }

  byte[] read(String id) {
    Map<String, AttributeValue> item =
        fixture
            .dynamoDb
            .getItem(get -> get.tableName(Fixture.DOCS).key(Fixture.key(id)).consistentRead(true))
            .item();
    int count = Integer.parseInt(requireNonNull(item.get("ChunkCount")).n());
    long version = Long.parseLong(requireNonNull(item.get("ChunkVersion")).n());
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(chunkKey(id, version, i));
    }
    Map<String, byte[]> pieces = new HashMap<>();
    Map<String, KeysAndAttributes> left =
        Map.of(Fixture.CHUNKS, KeysAndAttributes.builder().keys(keys).consistentRead(true).build());
    while (!left.isEmpty()) {
      BatchGetItemResponse answer =
          fixture.dynamoDb.batchGetItem(BatchGetItemRequest.builder().requestItems(left).build());
      requireNonNull(answer.responses().get(Fixture.CHUNKS))
          .forEach(
              row ->
                  pieces.put(
                      requireNonNull(row.get("Id")).s(),
                      requireNonNull(row.get("Data")).b().asByteArrayUnsafe()));
      left = answer.unprocessedKeys();
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream(count * chunkBytes);
    keys.forEach(
        key -> whole.writeBytes(requireNonNull(pieces.get(requireNonNull(key.get("Id")).s()))));
    return whole.toByteArray();
  }

  void offload(String id, long version, byte[] value) {
    String key = id + "/" + version;
    fixture.s3.putObject(put -> put.bucket(fixture.bucket).key(key), RequestBody.fromBytes(value));
    fixture.dynamoDb.putItem(
        put ->
            put.tableName(Fixture.DOCS)
                .item(Map.of("id", AttributeValue.fromS(id), "Object", AttributeValue.fromS(key))));
  }

  byte[] fetch(String id) {
    Map<String, AttributeValue> item =
        fixture
            .dynamoDb
            .getItem(get -> get.tableName(Fixture.DOCS).key(Fixture.key(id)).consistentRead(true))
            .item();
    String key = requireNonNull(item.get("Object")).s();
    return fixture
        .s3
        .getObjectAsBytes(get -> get.bucket(fixture.bucket).key(key))
        .asByteArrayUnsafe();
  }
}
