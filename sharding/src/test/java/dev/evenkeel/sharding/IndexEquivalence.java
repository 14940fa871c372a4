package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.equivalence.Equivalence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A random table with a sharded index, and one of the same name with the same index unsharded. */
final class IndexEquivalence implements AutoCloseable {
  /** The values of the indexed attribute. */
  static final int COUNTRIES = 3;

  final Random random;
  final ProjectionType projection;
  final ClientUnderTest plain;
  private final DynamoDbClient physical;
  private final Supplier<ClientUnderTest> clients;
  private final int tableKind;
  private Equivalence both;
  private ShardingSpec spec;
  private ShardedIndexSpec index;
  private boolean keysTellNumbers = true;
  private boolean raised;
  private String last = "nothing";

  IndexEquivalence(LocalDynamoDb local, Kind kind, Random random) {
    LocalDynamoDb own = local.isolated();
    this.random = random;
    this.physical = own.client();
    this.index = ShardedIndexSpecs.index(random);
    this.tableKind = random.nextInt(ShardedIndexSpecs.KINDS);
    this.spec = ShardedIndexSpecs.spec(tableKind, index);
    this.projection =
        List.of(ProjectionType.ALL, ProjectionType.INCLUDE, ProjectionType.KEYS_ONLY)
            .get(random.nextInt(3));
    boolean readAhead = random.nextBoolean();
    this.clients = () -> ShardedClients.open(kind, own, readAhead, spec);
    this.plain = Kind.SYNC.open(local.isolated(), Decoration.none());
    this.both = Equivalence.of(clients.get(), plain);
    both.prepare(ShardedIndexSpecs.table(spec, projection));
  }

  ShardingSpec spec() {
    return spec;
  }

  ShardedIndexSpec index() {
    return index;
  }

  Equivalence both() {
    return both;
  }

  ClientUnderTest decorated() {
    return both.decorated();
  }

  /** Whether the number of an item still follows from its key. */
  boolean keysTellNumbers() {
    return keysTellNumbers;
  }

  boolean raised() {
    return raised;
  }

  /** Notes what is asked, for the text of a failure. */
  void asks(Object request) {
    last = request.toString();
  }

  boolean drawn() {
    return !spec.selector().calculated();
  }

  AttributeValue country(int i) {
    return switch (index.partition().type()) {
      case N -> Attributes.n(i == 0 ? "1.50" : "-" + i + "0.0");
      case B -> Attributes.b(i, 255, i);
      default -> Attributes.s("C" + i);
    };
  }

  /** Gives some items a number that is not the derived one, or none, as other programs do. */
  void layOutByHand() {
    keysTellNumbers = false;
    for (Map<String, AttributeValue> item :
        physical.scanPaginator(scan -> scan.tableName(spec.tableName())).items()) {
      Map<String, AttributeValue> changed = new HashMap<>(item);
      String number = Integer.toString(index.first() + random.nextInt(index.shards()));
      changed.put(
          index.shard().name(),
          index.shard().type() == ScalarAttributeType.N
              ? AttributeValue.fromN(number)
              : AttributeValue.fromS(number));
      if (random.nextBoolean()) {
        physical.putItem(put -> put.tableName(spec.tableName()).item(changed));
      }
    }
  }

  /** Gives the index more numbers: clients of before are closed. */
  void raise(int more) {
    both.decorated().close();
    raised = true;
    index = ShardedIndexSpecs.raised(index, index.shards() + more);
    spec = ShardedIndexSpecs.spec(tableKind, index);
    both = Equivalence.of(clients.get(), plain);
  }

  @Override
  public void close() {
    both.close();
    physical.close();
  }

  @Override
  public String toString() {
    return "%s %s %s, last: %s".formatted(spec, index, projection, last);
  }
}
