package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Two random sharded tables and a plain one behind a client that meets faults, and three unsharded
 * ones of the same names behind a client that meets none. Random batches go to both; both must say
 * the same.
 */
final class BatchFixture implements AutoCloseable {
  private static final int KEYS = 60;
  private static final List<String> PROJECTIONS =
      List.of("", "v", "#v", "sk", "pk, v", "v, #k, sk", "sk, pk", "absent");

  private final Random random;
  private final DynamoDbClient physical;
  private final Equivalence both;
  private final FaultPlan faults;
  private final Map<String, ShardingSpec> specs = new LinkedHashMap<>();
  private final Map<String, boolean[]> stored = new HashMap<>();

  BatchFixture(LocalDynamoDb local, Kind kind, Random random) {
    this.random = random;
    LocalDynamoDb own = local.isolated();
    this.physical = own.client();
    for (String table : List.of("one", "two")) {
      specs.put(table, randomSpec(table));
    }
    specs.put(
        "plain", ShardingSpec.builder("plain").partitionKey("pk").sortKey("sk").shards(1).build());
    this.faults =
        FaultPlan.seeded(random.nextLong())
            .rule(FaultRule.inject(Fault.unprocessed(0.2)).withProbability(0.3))
            .rule(FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE)).withProbability(0.1))
            .build();
    this.both =
        Equivalence.of(
            ShardedClients.open(
                kind, own, faults.injector(), specs.values().toArray(ShardingSpec[]::new)),
            Kind.SYNC.open(local.isolated(), Decoration.none()));
    specs.values().forEach(this::create);
  }

  private ShardingSpec randomSpec(String table) {
    ScalarAttributeType[] types = {
      ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B
    };
    ShardingSpec.Builder builder =
        ShardingSpec.builder(table)
            .partitionKey("pk", types[random.nextInt(3)])
            .sortKey("sk", types[random.nextInt(3)])
            .shards(2 + random.nextInt(15))
            .uniqueSortKeys()
            .suffixFormat(
                new SuffixFormat(
                    random.nextBoolean() ? "." : "#",
                    random.nextBoolean() ? Placement.SUFFIX : Placement.PREFIX,
                    random.nextInt(2),
                    random.nextInt(4)));
    if (random.nextBoolean()) {
      builder.shards(KeyRule.of("some", 8, key -> key.hashCode() % 3 == 0 ? 1 : 0));
    }
    return switch (random.nextInt(4)) {
      case 1 -> builder.selector(ShardSelector.hashOf("id")).build();
      case 2 -> builder.selector(ShardSelector.random()).build();
      case 3 -> builder.selector(ShardSelector.rotating()).build();
      default -> builder.build();
    };
  }

  private void create(ShardingSpec spec) {
    stored.put(spec.tableName(), new boolean[KEYS]);
    PhysicalTables.create(physical, spec);
    both.plain()
        .call(
            TableFixture.named(spec.tableName())
                .partitionKey("pk", spec.partitionType())
                .sortKey("sk", spec.sortType())
                .request());
  }

  private Map<String, AttributeValue> key(ShardingSpec spec, int i) {
    Map<String, AttributeValue> key = new HashMap<>();
    key.put("pk", value(spec.partitionType(), i / 20));
    key.put("sk", value(spec.sortType(), i % 20));
    return key;
  }

  private AttributeValue value(ScalarAttributeType type, int i) {
    return switch (type) {
      case N -> AttributeValue.fromN(spelling(new BigDecimal(i - 5)));
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {(byte) (i * 12), 7}));
      default -> AttributeValue.fromS("k" + i);
    };
  }

  private String spelling(BigDecimal number) {
    return switch (random.nextInt(3)) {
      case 0 -> number.setScale(2).toPlainString();
      case 1 -> number.unscaledValue() + "E0";
      default -> number.toPlainString();
    };
  }

  private List<Integer> someKeys(int max) {
    List<Integer> all = new ArrayList<>(IntStream.range(0, KEYS).boxed().toList());
    Collections.shuffle(all, random);
    return all.subList(0, 1 + random.nextInt(max));
  }

  /** A drawn selector may not overwrite, so what is there is deleted and what is not is put. */
  void writeRandomBatch() {
    Map<String, List<WriteRequest>> sharded = new HashMap<>();
    Map<String, List<WriteRequest>> plain = new HashMap<>();
    for (ShardingSpec spec : specs.values()) {
      List<WriteRequest> writes = new ArrayList<>();
      List<WriteRequest> ofPlain = new ArrayList<>();
      for (int i : someKeys(8)) {
        boolean[] there = stored.get(spec.tableName());
        boolean mayPut = spec.selector().calculated() || !there[i];
        boolean put = mayPut && random.nextInt(3) > 0;
        there[i] = put;
        Map<String, AttributeValue> key = key(spec, i);
        Map<String, AttributeValue> item = item(key, i);
        writes.add(put ? Batches.put(item) : Batches.delete(maybeWithId(spec, key, i)));
        ofPlain.add(put ? Batches.put(item) : Batches.delete(key));
      }
      sharded.put(spec.tableName(), writes);
      plain.put(spec.tableName(), ofPlain);
    }
    both.same(sharded, plain, (client, writes) -> Batches.writeAll(client, writes) > 0);
  }

  private Map<String, AttributeValue> item(Map<String, AttributeValue> key, int i) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("v", AttributeValue.fromN(Integer.toString(random.nextInt(1000))));
    item.put("id", AttributeValue.fromS("id" + i));
    return item;
  }

  private Map<String, AttributeValue> maybeWithId(
      ShardingSpec spec, Map<String, AttributeValue> key, int i) {
    Map<String, AttributeValue> more = new HashMap<>(key);
    if (spec.selector().determinants().contains("id") && random.nextBoolean()) {
      more.put("id", AttributeValue.fromS("id" + i));
    }
    return more;
  }

  void checkRandomRead() {
    Map<String, KeysAndAttributes> sharded = new HashMap<>();
    Map<String, KeysAndAttributes> plain = new HashMap<>();
    for (ShardingSpec spec : specs.values()) {
      List<Map<String, AttributeValue>> keys = new ArrayList<>();
      List<Map<String, AttributeValue>> ofPlain = new ArrayList<>();
      for (int i : someKeys(33)) {
        Map<String, AttributeValue> key = key(spec, i);
        keys.add(maybeWithId(spec, key, i));
        ofPlain.add(key);
      }
      String projection = PROJECTIONS.get(random.nextInt(PROJECTIONS.size()));
      sharded.put(spec.tableName(), asked(keys, projection));
      plain.put(spec.tableName(), asked(ofPlain, projection));
    }
    both.same(sharded, plain, BatchFixture::found);
  }

  /** How often each item is found, by table. */
  private static Map<String, Map<Map<String, AttributeValue>, Integer>> found(
      ClientUnderTest client, Map<String, KeysAndAttributes> keys) {
    Map<String, Map<Map<String, AttributeValue>, Integer>> counts = new HashMap<>();
    Batches.getAll(client, keys)
        .forEach(
            (table, items) -> {
              Map<Map<String, AttributeValue>, Integer> ofTable =
                  counts.computeIfAbsent(table, name -> new HashMap<>());
              items.forEach(item -> ofTable.merge(item, 1, Integer::sum));
            });
    return counts;
  }

  private static KeysAndAttributes asked(
      List<Map<String, AttributeValue>> keys, String projection) {
    Map<String, String> names = new HashMap<>();
    if (projection.contains("#v")) {
      names.put("#v", "v");
    }
    if (projection.contains("#k")) {
      names.put("#k", "pk");
    }
    return Batches.keys(keys).toBuilder()
        .projectionExpression(projection.isEmpty() ? null : projection)
        .expressionAttributeNames(names.isEmpty() ? null : names)
        .build();
  }

  /**
   * Checks that each table holds as many items as the one that is not sharded. The sharded one is
   * counted by a client without faults.
   *
   * @return how many items there are in all
   */
  long checkStored() {
    ClientUnderTest counted = ClientUnderTest.of(physical);
    long stored = 0;
    for (ShardingSpec spec : specs.values()) {
      ScanRequest scan = ScanRequest.builder().tableName(spec.tableName()).build();
      stored += Equivalence.of(counted, both.plain()).same(scan, scan, BatchFixture::count);
    }
    return stored;
  }

  private static long count(ClientUnderTest client, ScanRequest scan) {
    return client.pages(scan, KEYS).stream().mapToLong(ScanResponse::count).sum();
  }

  @Override
  public void close() {
    both.close();
    physical.close();
  }

  @Override
  public String toString() {
    return specs.values() + ", " + faults;
  }
}
