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
 * checked. Nothing cleans up, and nothing tells a torn value of equal length.
 */
final class HandWritten {
  private static final int BATCH_ITEMS_MAX = 25;

  private final Ground ground;
  private final int chunkBytes;

  HandWritten(Ground ground, int chunkBytes) {
    this.ground = ground;
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
    ground.dynamoDb.putItem(
        put ->
            put.tableName(Ground.DOCS)
                .item(
                    Map.of(
                        "id", AttributeValue.fromS(id),
                        "ChunkCount", AttributeValue.fromN("" + count),
                        "ChunkVersion", AttributeValue.fromN("" + version))));
  }

  private void send(List<WriteRequest> puts) {
    Map<String, List<WriteRequest>> left = Map.of(Ground.CHUNKS, puts);
    while (!left.isEmpty()) {
      left =
          ground
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
        ground
            .dynamoDb
            .getItem(get -> get.tableName(Ground.DOCS).key(Ground.key(id)).consistentRead(true))
            .item();
    int count = Integer.parseInt(requireNonNull(item.get("ChunkCount")).n());
    long version = Long.parseLong(requireNonNull(item.get("ChunkVersion")).n());
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(chunkKey(id, version, i));
    }
    Map<String, byte[]> pieces = new HashMap<>();
    Map<String, KeysAndAttributes> left =
        Map.of(Ground.CHUNKS, KeysAndAttributes.builder().keys(keys).consistentRead(true).build());
    while (!left.isEmpty()) {
      BatchGetItemResponse answer =
          ground.dynamoDb.batchGetItem(BatchGetItemRequest.builder().requestItems(left).build());
      requireNonNull(answer.responses().get(Ground.CHUNKS))
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
    ground.s3.putObject(put -> put.bucket(ground.bucket).key(key), RequestBody.fromBytes(value));
    ground.dynamoDb.putItem(
        put ->
            put.tableName(Ground.DOCS)
                .item(Map.of("id", AttributeValue.fromS(id), "Object", AttributeValue.fromS(key))));
  }

  byte[] fetch(String id) {
    Map<String, AttributeValue> item =
        ground
            .dynamoDb
            .getItem(get -> get.tableName(Ground.DOCS).key(Ground.key(id)).consistentRead(true))
            .item();
    String key = requireNonNull(item.get("Object")).s();
    return ground
        .s3
        .getObjectAsBytes(get -> get.bucket(ground.bucket).key(key))
        .asByteArrayUnsafe();
  }
}
