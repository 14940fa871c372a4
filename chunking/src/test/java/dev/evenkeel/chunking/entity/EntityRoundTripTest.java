package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.EntityFixture.noise;
import static dev.evenkeel.chunking.entity.EntityFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.enhanced.dynamodb.Document;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.ScanEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactGetItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;

/**
 * Classes with large values through every operation of the stock Enhanced Client: a bean, an
 * immutable and a schema made by hand.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EntityRoundTripTest {
  private static final int ITEMS = 9;

  private EntityFixture fixture;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new EntityFixture(local, s3);
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  /**
   * @param item makes item i
   * @param shown all of an item that is compared
   */
  private record Entity<T>(
      TableSchema<T> schema, Function<Integer, T> item, Function<T, List<Object>> shown) {
    @Override
    public String toString() {
      return schema.itemType().rawClass().getSimpleName();
    }
  }

  /** Every other item has its values outside. */
  private static int size(int i) {
    return i % 2 == 0 ? 40 + i : 2500 + i;
  }

  private static Doc bean(int i) {
    Doc doc = new Doc();
    doc.setId("doc" + i);
    doc.setRank(i);
    doc.setText(text(size(i)));
    doc.setImage(noise(size(i)));
    doc.setLines(List.of(text(size(i)), "end"));
    return doc;
  }

  private static List<Object> shown(Doc doc) {
    return list(doc.getId(), doc.getRank(), doc.getText(), doc.getImage(), doc.getLines());
  }

  private static ImmutableDoc immutable(int i) {
    return ImmutableDoc.builder().id("doc" + i).text(text(size(i))).image(noise(size(i))).build();
  }

  private static HandMadeDoc handMade(int i) {
    HandMadeDoc doc = new HandMadeDoc();
    doc.id = "doc" + i;
    doc.text = text(size(i));
    doc.image = noise(size(i));
    return doc;
  }

  private static List<Object> list(Object... values) {
    return Arrays.asList(values);
  }

  static Stream<Arguments> entities() {
    List<Entity<?>> entities =
        List.of(
            new Entity<>(
                TableSchema.fromBean(Doc.class),
                EntityRoundTripTest::bean,
                EntityRoundTripTest::shown),
            new Entity<>(
                TableSchema.fromImmutableClass(ImmutableDoc.class),
                EntityRoundTripTest::immutable,
                doc -> list(doc.id(), doc.text(), doc.image())),
            new Entity<>(
                HandMadeDoc.SCHEMA,
                EntityRoundTripTest::handMade,
                doc -> list(doc.id, doc.text, doc.image)));
    return Stream.of(Kind.values())
        .flatMap(kind -> entities.stream().map(entity -> Arguments.of(kind, entity)));
  }

  private <T> EntityTable<T> table(Kind kind, String name, Entity<T> entity) {
    EntityTable<T> table =
        fixture.table(kind, fixture.spec(name, entity.schema()), entity.schema());
    table.create();
    return table;
  }

  private static <T> void assertSame(Entity<T> entity, List<T> found, List<T> expected) {
    assertThat(found.stream().map(entity.shown()).sorted(byId()).toList())
        .isEqualTo(expected.stream().map(entity.shown()).toList());
  }

  private static Comparator<List<Object>> byId() {
    return Comparator.comparing(shown -> (String) shown.get(0));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("entities")
  <T> void entity_writtenInEveryWay_isReadInEveryWay(Kind kind, Entity<T> entity) {
    String name = kind + "-" + entity;
    EntityTable<T> table = table(kind, name, entity);
    List<T> items = IntStream.range(0, ITEMS).boxed().map(entity.item()).toList();
    items.subList(0, 3).forEach(table::put);
    WriteBatch.Builder<T> batch =
        WriteBatch.builder(table.type()).mappedTableResource(table.resource());
    items.subList(3, 5).forEach(batch::addPutItem);
    table.batchWrite(BatchWriteItemEnhancedRequest.builder().writeBatches(batch.build()).build());
    TransactWriteItemsEnhancedRequest.Builder transaction =
        TransactWriteItemsEnhancedRequest.builder();
    items.subList(5, 7).forEach(item -> transaction.addPutItem(table.resource(), item));
    table.transactWrite(transaction.build());
    items.subList(7, 9).forEach(table::update);

    assertThat(fixture.stored(name))
        .hasSize(ITEMS)
        .filteredOn(item -> item.containsKey("evenkeel.image") && !item.containsKey("image"))
        .hasSizeGreaterThanOrEqualTo(3); // those that were put: an update sees less
    List<Key> keys = items.stream().map(table.resource()::keyFrom).toList();
    assertSame(entity, keys.stream().map(table::get).toList(), items);
    assertSame(entity, table.scan(ScanEnhancedRequest.builder().build()), items);
    assertSame(entity, scannedInParallel(table), items);
    assertSame(entity, queried(table, keys), items);
    assertSame(entity, inABatch(table, keys), items);
    assertSame(entity, inATransaction(table, keys), items);
    assertDeleted(table, entity, items, keys);
  }

  private static <T> List<T> scannedInParallel(EntityTable<T> table) {
    return IntStream.range(0, 3)
        .boxed()
        .flatMap(
            segment ->
                table
                    .scan(
                        ScanEnhancedRequest.builder()
                            .totalSegments(3)
                            .segment(segment)
                            .limit(2)
                            .build())
                    .stream())
        .toList();
  }

  private static <T> List<T> queried(EntityTable<T> table, List<Key> keys) {
    return keys.stream()
        .map(key -> Key.builder().partitionValue(key.partitionKeyValue()).build())
        .map(QueryConditional::keyEqualTo)
        .map(id -> QueryEnhancedRequest.builder().queryConditional(id).build())
        .flatMap(query -> table.query(null, query).stream())
        .toList();
  }

  private static <T> List<T> inABatch(EntityTable<T> table, List<Key> keys) {
    ReadBatch.Builder<T> batch =
        ReadBatch.builder(table.type()).mappedTableResource(table.resource());
    keys.forEach(batch::addGetItem);
    return table.batchGet(BatchGetItemEnhancedRequest.builder().readBatches(batch.build()).build());
  }

  private static <T> List<T> inATransaction(EntityTable<T> table, List<Key> keys) {
    TransactGetItemsEnhancedRequest.Builder gets = TransactGetItemsEnhancedRequest.builder();
    keys.forEach(key -> gets.addGetItem(table.resource(), key));
    List<Document> found = table.transactGet(gets.build());
    return found.stream().map(document -> document.getItem(table.resource())).toList();
  }

  private static <T> void assertDeleted(
      EntityTable<T> table, Entity<T> entity, List<T> items, List<Key> keys) {
    T deleted = table.delete(keys.get(1));
    assertThat(deleted).isNotNull();
    assertThat(entity.shown().apply(deleted)).isEqualTo(entity.shown().apply(items.get(1)));
    assertThat(table.get(keys.get(1))).isNull();
    WriteBatch.Builder<T> batch =
        WriteBatch.builder(table.type()).mappedTableResource(table.resource());
    batch.addDeleteItem(keys.get(2));
    batch.addDeleteItem(keys.get(3));
    table.batchWrite(BatchWriteItemEnhancedRequest.builder().writeBatches(batch.build()).build());
    table.transactWrite(
        TransactWriteItemsEnhancedRequest.builder()
            .addDeleteItem(table.resource(), keys.get(4))
            .addDeleteItem(table.resource(), keys.get(5))
            .build());
    assertThat(table.scan(ScanEnhancedRequest.builder().build())).hasSize(ITEMS - 5);
  }
}
