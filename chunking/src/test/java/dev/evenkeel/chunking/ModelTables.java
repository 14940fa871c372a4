package dev.evenkeel.chunking;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Two tables with the same indexes: one whose values may be large, behind a chunking client, and a
 * plain one. The plain one knows of no marker, so one index projects what of it there is.
 */
final class ModelTables {
  static final String ALL = "byGroup";
  static final String SOME = "byGroupSome";

  private final String large;
  private final String plain;
  private final ClientUnderTest largeFace;
  private final ClientUnderTest plainFace;
  private final Fixture fixture;
  private final Map<Stored, Integer> seen;

  /** How an attribute may be stored. */
  enum Stored {
    ABSENT,
    AS_IT_IS,
    COMPRESSED,
    CHUNKS,
    OBJECT,
    SEED
  }

  private ModelTables(
      Fixture fixture, int number, ClientUnderTest largeFace, Map<Stored, Integer> seen) {
    this.fixture = fixture;
    this.large = "Large" + number;
    this.plain = "Plain" + number;
    this.largeFace = largeFace;
    this.plainFace =
        new ClientUnderTest(
            request -> dev.evenkeel.core.internal.flow.DynamoDbCalls.call(fixture.plain, request));
    this.seen = seen;
    create(large, "text", "evenkeel.text", "num");
    create(plain, "text", "num");
  }

  /**
   * Fresh tables.
   *
   * @param face opens a client for a spec
   * @param seen counts how values were stored
   */
  static ModelTables create(
      Fixture fixture,
      int number,
      Function<ChunkingSpec, ClientUnderTest> face,
      ChunkingSpec spec,
      Map<Stored, Integer> seen) {
    return new ModelTables(fixture, number, face.apply(spec), seen);
  }

  static String largeName(int number) {
    return "Large" + number;
  }

  private void create(String table, String... projected) {
    fixture.plain.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key("id", KeyType.HASH), key("rank", KeyType.RANGE))
                .attributeDefinitions(
                    attribute("id", ScalarAttributeType.S),
                    attribute("rank", ScalarAttributeType.N),
                    attribute("group", ScalarAttributeType.S),
                    attribute("uid", ScalarAttributeType.S))
                .globalSecondaryIndexes(
                    index(ALL, Projection.builder().projectionType(ProjectionType.ALL).build()),
                    index(
                        SOME,
                        Projection.builder()
                            .projectionType(ProjectionType.INCLUDE)
                            .nonKeyAttributes(projected)
                            .build())));
  }

  private static GlobalSecondaryIndex index(String name, Projection projection) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key("group", KeyType.HASH), key("uid", KeyType.RANGE))
        .projection(projection)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  /** Sends a request to both; the outcome, which is the same. */
  Outcome same(DynamoDbRequests request) {
    Outcome expected = Outcome.of(plainFace, plain, request);
    Outcome actual = Outcome.of(largeFace, large, request);
    requireSame(request.of(large), actual, expected);
    return actual;
  }

  private static void requireSame(Object request, Object actual, Object expected) {
    if (!actual.equals(expected)) {
      throw new AssertionError(Shown.difference(request, actual, expected));
    }
  }

  /** What a request gives on both, where single answers need not be the same. */
  <R> R sameOf(
      Function<String, ?> description,
      java.util.function.BiFunction<ClientUnderTest, String, R> result) {
    R expected = result.apply(plainFace, plain);
    R actual = result.apply(largeFace, large);
    requireSame(description.apply(large), actual, expected);
    return actual;
  }

  /** Counts how the values of an item are stored. */
  void note(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> item =
        fixture.plain.getItem(get -> get.tableName(large).key(key)).item();
    ModelValues.LARGE.forEach(name -> seen.merge(stored(item, name), 1, Integer::sum));
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
}
