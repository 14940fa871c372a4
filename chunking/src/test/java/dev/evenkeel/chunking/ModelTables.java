package dev.evenkeel.chunking;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Two tables with the same indexes: one whose values may be large, behind a chunking client, and a
 * plain one. The plain one knows of no marker, so one index projects what of it there is.
 */
final class ModelTables implements AutoCloseable {
  static final String ALL = "byGroup";
  static final String SOME = "byGroupSome";

  final String name;
  final Equivalence both;
  private final Fixture fixture;
  private final Map<Stored, Integer> seen;

  /** The stored form of an attribute. */
  enum Stored {
    ABSENT,
    AS_IT_IS,
    COMPRESSED,
    CHUNKS,
    OBJECT,
    SEED
  }

  /**
   * Fresh tables.
   *
   * @param client is of the spec
   * @param seen counts how values were stored
   */
  ModelTables(
      Fixture fixture, ChunkingSpec spec, ClientUnderTest client, Map<Stored, Integer> seen) {
    this.fixture = fixture;
    this.name = spec.tableName();
    this.seen = seen;
    ClientUnderTest plain = Kind.SYNC.open(fixture.local.isolated(), Decoration.none());
    plain.call(table("text", "num"));
    fixture.plain.createTable(table("text", "evenkeel.text", "num"));
    this.both = Equivalence.of(client, plain);
  }

  private CreateTableRequest table(String... projected) {
    KeyPart group = KeyPart.of("group", ScalarAttributeType.S);
    KeyPart uid = KeyPart.of("uid", ScalarAttributeType.S);
    Projection some =
        Projection.builder()
            .projectionType(ProjectionType.INCLUDE)
            .nonKeyAttributes(projected)
            .build();
    return TableFixture.named(name)
        .partitionKey("id", ScalarAttributeType.S)
        .sortKey("rank", ScalarAttributeType.N)
        .globalIndex(ALL, group, uid)
        .globalIndex(SOME, some, group, uid)
        .request();
  }

  /** Counts how the values of an item are stored. */
  void note(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> item =
        fixture.plain.getItem(get -> get.tableName(name).key(key)).item();
    ModelValues.LARGE.forEach(each -> seen.merge(stored(item, each), 1, Integer::sum));
  }

  static Stored stored(Map<String, AttributeValue> item, String attribute) {
    AttributeValue marker = item.get(ChunkingSpec.markerOf(attribute));
    if (marker == null) {
      return item.containsKey(attribute) ? Stored.AS_IT_IS : Stored.ABSENT;
    }
    return switch (marker.m().get("at").s()) {
      case "item" -> Stored.COMPRESSED;
      case "chunks" -> Stored.CHUNKS;
      case "object" -> Stored.OBJECT;
      case "seed" -> Stored.SEED;
      default -> throw new AssertionError(marker);
    };
  }

  /** Closes the plain client; that of the fixture stays open. */
  @Override
  public void close() {
    both.close();
  }
}
