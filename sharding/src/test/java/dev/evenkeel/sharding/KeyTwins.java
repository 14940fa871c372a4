package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** A sharded table and a plain one with an index by {@code g}, which must answer alike. */
final class KeyTwins implements AutoCloseable {
  static final String INDEX = "byG";

  final ShardingSpec spec;
  private final Face sharded;
  private final Face plain;
  private int honoured;
  private int refused;

  KeyTwins(LocalDynamoDb local, Face.Kind kind, ShardingSpec spec) {
    this.spec = spec;
    ShardingSpec elsewhere =
        ShardingSpec.builder("elsewhere").partitionKey("pk").sortKey("sk").shards(2).build();
    this.sharded = kind.open(local.isolated(), spec);
    this.plain = Face.Kind.SYNC.open(local.isolated(), elsewhere);
    CreateTableRequest table = table();
    sharded.call(table);
    plain.call(table);
  }

  private CreateTableRequest table() {
    return CreateTableRequest.builder()
        .tableName(spec.tableName())
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE))
        .attributeDefinitions(
            definition("pk", spec.partitionType()),
            definition("sk", ScalarAttributeType.S),
            definition("g", ScalarAttributeType.S))
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName(INDEX)
                .keySchema(element("g", KeyType.HASH))
                .projection(p -> p.projectionType(ProjectionType.ALL))
                .build())
        .build();
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static AttributeDefinition definition(String attribute, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }

  /** Puts an item into both, unless its key cannot be one of the sharded table. */
  boolean put(Map<String, AttributeValue> item) {
    PutItemRequest put = PutItemRequest.builder().tableName(spec.tableName()).item(item).build();
    try {
      sharded.put(put);
    } catch (RefusedOperationException unfit) {
      return false;
    }
    plain.put(put);
    return true;
  }

  /** Sends a request to both, and compares what they say. */
  void same(DynamoDbRequest request) {
    Answer answer;
    try {
      answer = answer(sharded, request);
    } catch (RefusedOperationException e) {
      assertThat(e).hasMessageMatching(".*(partition key attribute 'pk'|drew|drawn shard).*");
      refused++;
      return;
    }
    honoured++;
    assertThat(answer).as(() -> String.valueOf(request)).isEqualTo(answer(plain, request));
  }

  /** Scans both in three segments, and compares what all segments together give. */
  void sameInSegments(ScanRequest scan) {
    try {
      assertThat(inSegments(sharded, scan)).as(scan::toString).isEqualTo(inSegments(plain, scan));
    } catch (RefusedOperationException e) {
      refused++;
    }
  }

  private static Set<Answer> inSegments(Face face, ScanRequest scan) {
    Set<Map<String, AttributeValue>> items = new HashSet<>();
    Set<Answer> failures = new HashSet<>();
    int count = 0;
    for (int segment = 0; segment < 3; segment++) {
      Answer answer = answer(face, scan.toBuilder().totalSegments(3).segment(segment).build());
      if (answer.type() == ScanResponse.class) {
        items.addAll(answer.items());
        count += answer.count();
      } else {
        failures.add(answer);
      }
    }
    failures.add(new Answer(ScanResponse.class, count, items, null, List.of()));
    return failures;
  }

  /** What one of the two said; the order of items does not count. */
  record Answer(
      Class<?> type,
      int count,
      Set<Map<String, AttributeValue>> items,
      @Nullable Map<String, AttributeValue> attributes,
      List<String> reasons) {}

  private static Answer answer(Face face, DynamoDbRequest request) {
    try {
      return answer(face.call(request));
    } catch (ConditionalCheckFailedException e) {
      return new Answer(e.getClass(), 0, Set.of(), e.hasItem() ? e.item() : null, List.of());
    } catch (TransactionCanceledException e) {
      List<String> reasons = new ArrayList<>();
      e.cancellationReasons()
          .forEach(
              reason ->
                  reasons.add(
                      reason.code() + (reason.hasItem() ? new TreeMap<>(reason.item()) : "")));
      return new Answer(e.getClass(), 0, Set.of(), null, reasons);
    } catch (DynamoDbException e) {
      return new Answer(
          e.getClass(), e.statusCode(), Set.of(), null, List.of(e.awsErrorDetails().errorCode()));
    }
  }

  private static Answer answer(DynamoDbResponse response) {
    int count = 0;
    Set<Map<String, AttributeValue>> items = Set.of();
    Map<String, AttributeValue> attributes = null;
    if (response instanceof ScanResponse scan) {
      count = scan.count();
      items = new HashSet<>(scan.items());
    } else if (response instanceof QueryResponse query) {
      count = query.count();
      items = new HashSet<>(query.items());
    } else if (response instanceof PutItemResponse put) {
      attributes = put.hasAttributes() ? put.attributes() : null;
    } else if (response instanceof DeleteItemResponse delete) {
      attributes = delete.hasAttributes() ? delete.attributes() : null;
    } else if (response instanceof UpdateItemResponse update) {
      attributes = update.hasAttributes() ? update.attributes() : null;
    }
    return new Answer(response.getClass(), count, items, attributes, List.of());
  }

  int honoured() {
    return honoured;
  }

  int refused() {
    return refused;
  }

  @Override
  public void close() {
    sharded.close();
    plain.close();
  }
}
