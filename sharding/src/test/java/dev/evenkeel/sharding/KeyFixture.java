package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.equivalence.Outcome;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** A sharded table and a plain one with an index by {@code g}, which must answer alike. */
final class KeyFixture implements AutoCloseable {
  static final String INDEX = "byG";

  final ShardingSpec spec;
  private final Equivalence both;
  private int honoured;
  private int refused;

  KeyFixture(LocalDynamoDb local, Kind kind, ShardingSpec spec) {
    this.spec = spec;
    this.both =
        Equivalence.of(
            ShardedClients.open(kind, local.isolated(), spec),
            ShardedClients.open(Kind.SYNC, local.isolated(), ShardedFixture.ELSEWHERE));
    both.prepare(
        TableFixture.named(spec.tableName())
            .partitionKey("pk", spec.partitionType())
            .sortKey("sk", ScalarAttributeType.S)
            .globalIndex(INDEX, TableFixture.KeyPart.of("g", ScalarAttributeType.S))
            .request());
  }

  /** Puts an item into both, unless its key cannot be one of the sharded table. */
  boolean put(Map<String, AttributeValue> item) {
    PutItemRequest put = PutItemRequest.builder().tableName(spec.tableName()).item(item).build();
    try {
      return !both.same(put).failed();
    } catch (RefusedOperationException unfit) {
      return false;
    }
  }

  /** Sends a request to both, and compares what they say; the order of items does not count. */
  void same(DynamoDbRequest request) {
    try {
      if (request instanceof QueryRequest query) {
        Object unused = both.same(query, query, KeyFixture::answer);
      } else {
        Outcome unused = both.same(request);
      }
      honoured++;
    } catch (RefusedOperationException e) {
      assertThat(e).hasMessageMatching(".*(partition key attribute 'pk'|drew|drawn shard).*");
      refused++;
    }
  }

  private static Object answer(ClientUnderTest client, QueryRequest query) {
    try {
      QueryResponse page = client.call(query);
      return List.of(page.count(), new HashSet<>(page.items()));
    } catch (DynamoDbException e) {
      return List.of(e.getClass(), e.statusCode(), e.awsErrorDetails().errorCode());
    }
  }

  /** Scans both in three segments, and compares what all segments together give. */
  void sameInSegments(ScanRequest scan) {
    try {
      Object unused = both.same(scan, scan, KeyFixture::inSegments);
    } catch (RefusedOperationException e) {
      refused++;
    }
  }

  /** The items, how many there are, and the failures. */
  private static Set<Object> inSegments(ClientUnderTest client, ScanRequest scan) {
    Set<Object> found = new HashSet<>();
    int count = 0;
    for (int segment = 0; segment < 3; segment++) {
      try {
        ScanResponse page = client.call(scan.toBuilder().totalSegments(3).segment(segment).build());
        found.addAll(page.items());
        count += page.count();
      } catch (DynamoDbException e) {
        found.add(List.of(e.getClass(), e.statusCode(), e.awsErrorDetails().errorCode()));
      }
    }
    found.add(count);
    return found;
  }

  int honoured() {
    return honoured;
  }

  int refused() {
    return refused;
  }

  @Override
  public String toString() {
    return spec.toString();
  }

  @Override
  public void close() {
    both.close();
  }
}
