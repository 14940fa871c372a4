package dev.evenkeel.sharding.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.entity.EntityTable.Clients;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Annotated classes through the stock Enhanced Client: every selector, every type of key, beans, an
 * immutable and a schema made by hand.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class EntityRoundTripTest {
  private static final int EVENTS = 24;

  private final Clients clients;

  EntityRoundTripTest(DynamoDbClient sync, DynamoDbAsyncClient async) {
    this.clients = new Clients(sync, async);
  }

  /**
   * @param event makes event i, whose sort key is {@link #at}
   * @param stored matches the stored partition keys
   */
  private record Entity<T>(TableSchema<T> schema, IntFunction<T> event, String stored) {
    @Override
    public String toString() {
      return schema.itemType().rawClass().getSimpleName();
    }
  }

  private static String at(int i) {
    return "t%02d".formatted(i);
  }

  private static <T extends Event> T timed(T event, int i) {
    event.setAt(at(i));
    event.setStatus(i % 2 == 0 ? 200 : 500);
    return event;
  }

  private static <T extends Event.OfDay> Entity<T> ofDay(Class<T> type, String stored) {
    TableSchema<T> schema = TableSchema.fromBean(type);
    return new Entity<>(schema, i -> timed(ofDay(type), i), stored);
  }

  private static <T extends Event.OfDay> T ofDay(Class<T> type) {
    try {
      T event = type.getConstructor().newInstance();
      event.setDay("monday");
      return event;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type.getName(), e);
    }
  }

  private static Events.OfNumber ofNumber(int i) {
    Events.OfNumber event = timed(new Events.OfNumber(), i);
    event.setDay(7);
    return event;
  }

  private static Events.OfBytes ofBytes(int i) {
    Events.OfBytes event = timed(new Events.OfBytes(), i);
    event.setDay(SdkBytes.fromString("monday", StandardCharsets.UTF_8));
    return event;
  }

  private static ImmutableEvent immutable(int i) {
    return ImmutableEvent.builder().day("monday").at(at(i)).status(200).build();
  }

  static Stream<Arguments> entities() {
    List<Entity<?>> entities =
        List.of(
            ofDay(Events.Calculated.class, "monday\\.[0-3]"),
            ofDay(Events.OfBothKeys.class, "monday\\.[0-3]"),
            ofDay(Events.Random.class, "00[1-4]#monday"),
            ofDay(Events.Rotating.class, "monday\\.[0-3]"),
            ofDay(Events.ByToken.class, "monday\\.[0-3]"),
            ofDay(Events.Product.class, "monday\\.[1-7]"),
            ofDay(Events.Custom.class, "monday\\.[0-3]"),
            new Entity<>(
                TableSchema.fromBean(Events.OfNumber.class),
                EntityRoundTripTest::ofNumber,
                "7\\.[0-3]"),
            new Entity<>(
                TableSchema.fromBean(Events.OfBytes.class),
                EntityRoundTripTest::ofBytes,
                "monday\\.[0-3]"),
            new Entity<>(
                TableSchema.fromImmutableClass(ImmutableEvent.class),
                EntityRoundTripTest::immutable,
                "monday\\.[0-3]"),
            new Entity<>(HandMade.SCHEMA, HandMade::of, "monday\\.[0-3]"));
    return Stream.of(Kind.values())
        .flatMap(kind -> entities.stream().map(entity -> Arguments.of(kind, entity)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("entities")
  <T> void entity_writtenReadChangedAndDeleted_isOneLogicalKey(Kind kind, Entity<T> entity) {
    String name = kind + "-" + entity;
    ShardingSpec spec = ShardingSpec.from(name, entity.schema());
    EntityTable<T> table = clients.table(kind, spec, entity.schema());
    table.create();
    List<T> events = IntStream.range(0, EVENTS).mapToObj(entity.event()).toList();
    events.subList(0, 20).forEach(table::put);
    table.putAll(events.subList(20, 22));
    table.transact(
        TransactWriteItemsEnhancedRequest.builder()
            .addPutItem(table.resource(), events.get(22))
            .addPutItem(table.resource(), events.get(23))
            .build());

    List<String> stored = clients.stored(name, "day");
    assertThat(stored).hasSize(EVENTS).allMatch(key -> key.matches(entity.stored()));
    assertThat(new HashSet<>(stored)).hasSizeGreaterThan(1);
    assertThat(texts(table.scan())).containsExactlyInAnyOrderElementsOf(texts(events));
    List<Key> keys = events.stream().map(table.resource()::keyFrom).toList();
    assertThat(texts(keys.stream().map(table::get).toList())).isEqualTo(texts(events));
    assertThat(texts(table.getAll(keys))).containsExactlyInAnyOrderElementsOf(texts(events));
    assertQueried(table, spec, keys.get(0), events);
    assertChanged(table, events.get(3), keys);
  }

  private static <T> void assertQueried(
      EntityTable<T> table, ShardingSpec spec, Key key, List<T> events) {
    Key day = Key.builder().partitionValue(key.partitionKeyValue()).build();
    QueryEnhancedRequest.Builder query =
        QueryEnhancedRequest.builder().queryConditional(QueryConditional.keyEqualTo(day)).limit(5);
    List<String> found = texts(table.query(query.build()));
    if (spec.order() == ScatterOrder.SORTED) {
      assertThat(found).isEqualTo(texts(events));
    } else {
      assertThat(found).containsExactlyInAnyOrderElementsOf(texts(events));
    }
  }

  private static <T> void assertChanged(EntityTable<T> table, T event, List<Key> keys) {
    assertThat(table.update(event)).hasToString(event.toString());
    assertThat(table.delete(keys.get(3))).hasToString(event.toString());
    assertThat(table.get(keys.get(3))).isNull();
    assertThat(table.scan()).hasSize(EVENTS - 1);
  }

  private static List<String> texts(List<?> events) {
    return events.stream().map(String::valueOf).toList();
  }
}
