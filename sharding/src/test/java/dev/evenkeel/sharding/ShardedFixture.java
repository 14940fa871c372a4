package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.equivalence.Outcome;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.gen.Rounds;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A sharded table and one of the same name that is not, which must answer alike. A determinant that
 * is no key attribute is given beside the key to the sharded table only, and does not count in
 * answers.
 */
final class ShardedFixture implements AutoCloseable {
  static final String DETERMINANT = "det";

  /** The plain table is seen through a sharding client, too, which does not manage it. */
  static final ShardingSpec ELSEWHERE =
      ShardingSpec.builder("elsewhere").partitionKey("pk").sortKey("sk").shards(2).build();

  final ShardingSpec spec;
  final DynamoDbClient physical;
  private final LocalDynamoDb side;
  private final Equivalence both;

  private ShardedFixture(
      ShardingSpec spec, LocalDynamoDb side, DynamoDbClient physical, Equivalence both) {
    this.spec = spec;
    this.side = side;
    this.physical = physical;
    this.both = isDetermined(spec) ? both.hiding(DETERMINANT) : both;
  }

  private static boolean isDetermined(ShardingSpec spec) {
    return spec.selector().determinants().contains(DETERMINANT);
  }

  /** Runs a script on fresh tables, in rounds that {@link Rounds#run} counts and seeds. */
  static void run(
      ShardingSpec spec,
      Kind kind,
      LocalDynamoDb local,
      long seed,
      int usual,
      Rounds.Round<ShardedFixture> script) {
    Rounds.run(
        seed + (kind == Kind.SYNC ? 0 : 1000), usual, random -> create(local, kind, spec), script);
  }

  static ShardedFixture create(LocalDynamoDb local, Kind kind, ShardingSpec spec) {
    return create(local, spec, side -> ShardedClients.open(kind, side, spec));
  }

  /** One of which the sharded client meets faults. */
  static ShardedFixture create(
      LocalDynamoDb local, Kind kind, ShardingSpec spec, FaultInjector faults) {
    return create(local, spec, side -> ShardedClients.open(kind, side, faults, spec));
  }

  /** One whose table has a layout record. */
  static ShardedFixture live(
      LocalDynamoDb local, Kind kind, Function<LayoutStore, ShardingSpec> specs) {
    LocalDynamoDb shardedSide = local.isolated();
    LayoutStore store =
        LayoutStore.builder(shardedSide.client())
            .times(Duration.ofMillis(1500), Duration.ofMillis(300))
            .build();
    store.createTable();
    ShardingSpec spec = specs.apply(store);
    return create(local, shardedSide, spec, side -> ShardedClients.guarded(kind, side, spec));
  }

  private static ShardedFixture create(
      LocalDynamoDb local, ShardingSpec spec, Function<LocalDynamoDb, ClientUnderTest> opened) {
    return create(local, local.isolated(), spec, opened);
  }

  private static ShardedFixture create(
      LocalDynamoDb local,
      LocalDynamoDb shardedSide,
      ShardingSpec spec,
      Function<LocalDynamoDb, ClientUnderTest> opened) {
    DynamoDbClient physical = shardedSide.client();
    PhysicalTables.create(physical, spec);
    ClientUnderTest plain = ShardedClients.open(Kind.SYNC, local.isolated(), ELSEWHERE);
    TableFixture unsharded =
        TableFixture.named(spec.tableName())
            .partitionKey(spec.partitionKey(), spec.partitionType())
            .sortKey(spec.sortKey(), spec.sortType());
    for (IndexSpec index : spec.indexes()) {
      KeyAttribute sort = Objects.requireNonNull(index.sort());
      unsharded = unsharded.localIndex(index.name(), KeyPart.of(sort.name(), sort.type()));
    }
    plain.call(unsharded.request());
    return new ShardedFixture(
        spec, shardedSide, physical, Equivalence.of(opened.apply(shardedSide), plain));
  }

  /** A client of the stored table that has a guard. */
  DynamoDbClient guarded() {
    return side.clientBuilder()
        .overrideConfiguration(c -> c.addExecutionInterceptor(LayoutGuard.create()))
        .build();
  }

  /**
   * Asserts that a request has the same result on the sharded and on the plain table, and returns
   * it.
   */
  <Q, R> R same(Q ofSharded, Q ofPlain, BiFunction<ClientUnderTest, Q, R> result) {
    return both.same(ofSharded, ofPlain, result);
  }

  Outcome put(PutItemRequest request) {
    return both.same(request, request.toBuilder().item(without(request.item())).build());
  }

  Outcome get(GetItemRequest request) {
    return both.same(request, request.toBuilder().key(without(request.key())).build());
  }

  Outcome update(UpdateItemRequest request) {
    return both.same(request, request.toBuilder().key(without(request.key())).build());
  }

  Outcome delete(DeleteItemRequest request) {
    return both.same(request, request.toBuilder().key(without(request.key())).build());
  }

  /** Whether an item is there. */
  boolean has(Map<String, AttributeValue> key) {
    return get(GetItemRequest.builder().tableName(spec.tableName()).key(key).build()).member("Item")
        != null;
  }

  /** A drawn selector is for keys that are put once. */
  void putOnce(PutItemRequest put) {
    if (spec.selector().calculated()
        || !has(Map.of("pk", put.item().get("pk"), "sk", put.item().get("sk")))) {
      put(put);
    }
  }

  Equivalence both() {
    return both;
  }

  /** The same without a determinant that is no key attribute. */
  Map<String, AttributeValue> without(Map<String, AttributeValue> attributes) {
    if (!isDetermined(spec)) {
      return attributes;
    }
    Map<String, AttributeValue> rest = new HashMap<>(attributes);
    rest.remove(DETERMINANT);
    return rest;
  }

  private ScanRequest scan() {
    return ScanRequest.builder().tableName(spec.tableName()).consistentRead(true).build();
  }

  /**
   * Checks that both tables hold the same items.
   *
   * @return how often each item is there
   */
  Map<Map<String, AttributeValue>, Integer> sameContent() {
    Map<Map<String, AttributeValue>, Integer> content = both.sameItems(scan());
    boolean isKept = isDetermined(spec);
    assertThat(both.decorated().call(scan()).items())
        .allMatch(
            item ->
                item.containsKey(DETERMINANT)
                    ? isKept
                    : !isKept || isBare(item) || spec.shardCounts().of(item.get("pk")) == 1);
    return content;
  }

  /** Whether an update made the item that only takes something away, which sets nothing. */
  private static boolean isBare(Map<String, AttributeValue> item) {
    return item.keySet().equals(Set.of("pk", "sk"));
  }

  /** The items of the plain table: the tables of these tests fit on a page. */
  List<Map<String, AttributeValue>> expectedContent() {
    return both.plain().call(scan()).items();
  }

  @Override
  public void close() {
    both.close();
    physical.close();
  }

  @Override
  public String toString() {
    return spec.toString();
  }
}
