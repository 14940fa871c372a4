package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Random batches of the keys of a {@link WriteScript}, compared on fixture. */
final class BatchScript {
  private final ShardedFixture fixture;
  private final Random random;
  private final WriteScript script;
  private final String table;

  BatchScript(ShardedFixture fixture, Random random) {
    this(fixture, random, new WriteScript(fixture.spec, random));
  }

  BatchScript(ShardedFixture fixture, Random random, WriteScript script) {
    this.fixture = fixture;
    this.random = random;
    this.script = script;
    this.table = fixture.spec.tableName();
  }

  void write() {
    int unused = write(6);
  }

  /**
   * Puts and deletes; under a drawn selector a key that is there is not put again.
   *
   * @return how many, up to a number
   */
  int write(int max) {
    List<WriteRequest> sharded = new ArrayList<>();
    List<WriteRequest> plain = new ArrayList<>();
    for (Map<String, AttributeValue> key : someKeys(max)) {
      if (random.nextInt(3) > 0 && mayPut(key)) {
        PutItemRequest put = script.put();
        Map<String, AttributeValue> item = new HashMap<>(put.item());
        item.putAll(key);
        sharded.add(Batches.put(item));
        plain.add(Batches.put(fixture.without(item)));
      } else {
        sharded.add(Batches.delete(key));
        plain.add(Batches.delete(fixture.without(key)));
      }
    }
    fixture.same(
        Map.of(table, sharded),
        Map.of(table, plain),
        (client, writes) -> Batches.writeAll(client, writes) > 0);
    return sharded.size();
  }

  private boolean mayPut(Map<String, AttributeValue> key) {
    return fixture.spec.selector().calculated() || !fixture.has(key);
  }

  void read() {
    int unused = read(10);
  }

  /**
   * Asks for some items.
   *
   * @return how many, up to a number
   */
  int read(int max) {
    List<Map<String, AttributeValue>> keys = someKeys(max);
    List<Map<String, AttributeValue>> plain = keys.stream().map(fixture::without).toList();
    String projection = random.nextBoolean() ? null : "y, sk, doc.part";
    fixture.same(
        Map.of(table, asked(keys, projection)),
        Map.of(table, asked(plain, projection)),
        this::found);
    return keys.size();
  }

  private static KeysAndAttributes asked(
      List<Map<String, AttributeValue>> keys, String projection) {
    return Batches.keys(keys).toBuilder().projectionExpression(projection).build();
  }

  private Map<Map<String, AttributeValue>, Long> found(
      ClientUnderTest client, Map<String, KeysAndAttributes> asked) {
    Map<Map<String, AttributeValue>, Long> counts = new HashMap<>();
    Batches.getAll(client, asked)
        .getOrDefault(table, List.of())
        .forEach(item -> counts.merge(fixture.without(item), 1L, Long::sum));
    return counts;
  }

  private List<Map<String, AttributeValue>> someKeys(int max) {
    Set<Map<String, AttributeValue>> keys = new HashSet<>();
    IntStream.rangeClosed(0, random.nextInt(max)).forEach(i -> keys.add(script.key()));
    assertThat(keys).isNotEmpty();
    return List.copyOf(keys);
  }
}
