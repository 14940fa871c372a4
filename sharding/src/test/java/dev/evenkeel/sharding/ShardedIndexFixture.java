package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * A random table with a sharded index, and one of the same name with the same index unsharded,
 * which must answer alike.
 */
final class ShardedIndexFixture implements AutoCloseable {
  private final IndexEquivalence compared;
  private final ShardedIndexWrites writes;
  private final ShardedIndexReads reads;

  ShardedIndexFixture(LocalDynamoDb local, Kind kind, Random random) {
    this.compared = new IndexEquivalence(local, kind, random);
    this.writes = new ShardedIndexWrites(compared);
    this.reads = new ShardedIndexReads(compared);
  }

  void write() {
    writes.write();
  }

  /** Gives some items a number that is not the derived one, or none, as other programs do. */
  void layOutByHand() {
    compared.layOutByHand();
  }

  void check() {
    reads.check();
  }

  /** Gives the index more numbers between two pages of a query. */
  void raiseCount() {
    QueryRequest query = reads.query(compared.country(0)).build();
    List<Map<String, AttributeValue>> rows = reads.pages(query, false, 1_000);
    int page = 1 + compared.random.nextInt(Math.max(1, rows.size() - 1));
    QueryResponse first = compared.decorated().call(query.toBuilder().limit(page).build());
    compared.raise(1 + compared.random.nextInt(5));
    if (!first.lastEvaluatedKey().isEmpty()) {
      QueryRequest next =
          query.toBuilder().exclusiveStartKey(JsonKeys.roundTrip(first.lastEvaluatedKey())).build();
      assertThat(compared.decorated().call(next).items())
          .as("from a start key with fewer numbers")
          .isEqualTo(rows.subList(page, rows.size()));
    }
  }

  @Override
  public void close() {
    compared.close();
  }

  @Override
  public String toString() {
    return compared.toString();
  }
}
