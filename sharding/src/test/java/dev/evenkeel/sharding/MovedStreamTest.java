package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** What a stream shows of a move, and a consumer that keeps a view of the items all the same. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MovedStreamTest {
  private static final String TABLE = "seen";
  private static final AttributeValue HOT = fromS("hot");

  private final LiveTable table;
  private final DynamoDbClient client;
  private final DynamoDbStreamsClient streams;
  private final ShardingSpec spec;
  private final Resharder resharder;
  private final LayoutEditor editor;

  MovedStreamTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    table.plain.createTable(
        TableFixture.named(TABLE)
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .request()
            .toBuilder()
            .streamSpecification(
                stream ->
                    stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
            .build());
    this.spec =
        ShardingSpec.builder(TABLE)
            .partitionKey("pk")
            .sortKey("sk")
            .shards(1)
            .layoutFrom(table.store())
            .build();
    this.client =
        ShardingDynamoDbClient.builder(table.sending(LayoutGuard.create())).table(spec).build();
    this.resharder = Resharder.of(spec, table.sending(LayoutGuard.create()));
    this.editor = LayoutEditor.of(spec, table.plain);
    this.streams =
        DynamoDbStreamsClient.builder()
            .endpointOverride(table.local.endpoint())
            .region(table.plain.serviceClientConfiguration().region())
            .credentialsProvider(table.plain.serviceClientConfiguration().credentialsProvider())
            .httpClientBuilder(Apache5HttpClient.builder())
            .build();
  }

  @AfterEach
  void close() {
    streams.close();
    table.close();
  }

  private void put(int item, int n) {
    Map<String, AttributeValue> attributes = new HashMap<>(key(item));
    attributes.put("n", fromN("" + n));
    client.putItem(put -> put.tableName(TABLE).item(attributes));
  }

  private static Map<String, AttributeValue> key(int item) {
    return Map.of("pk", HOT, "sk", fromS(LiveTable.time(item)));
  }

  private void delete(int item) {
    client.deleteItem(delete -> delete.tableName(TABLE).key(key(item)));
  }

  /** All records so far, in the order in which they came. */
  private List<Record> records() {
    String arn = table.plain.describeTable(t -> t.tableName(TABLE)).table().latestStreamArn();
    List<Record> records = new ArrayList<>();
    streams
        .describeStream(stream -> stream.streamArn(arn))
        .streamDescription()
        .shards()
        .forEach(
            shard -> {
              String iterator =
                  streams
                      .getShardIterator(
                          from ->
                              from.streamArn(arn)
                                  .shardId(shard.shardId())
                                  .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                      .shardIterator();
              records.addAll(streams.getRecords(get -> get.shardIterator(iterator)).records());
            });
    return records;
  }

  private Stream<Record> of(int item, ShardedKeys keys) {
    return records().stream()
        .filter(one -> keys.toLogical(one.dynamodb().keys()).equals(key(item)));
  }

  /** One that moves, for some stay. */
  private static int moving(ShardedKeys keys, int from) {
    int item = from;
    while (keys.toPhysical(key(item)).size() == 1) {
      item++;
    }
    return item;
  }

  @Tag("deep")
  @Test
  void records_ofAMove_doNotTellACopyFromANewItem() {
    for (int item = 0; item < 20; item++) {
      put(item, 1);
    }
    resharder.start(HOT, 4);
    ShardedKeys keys = ShardedKeys.of(spec, editor.show());
    int untouched = moving(keys, 0);
    int changed = moving(keys, untouched + 1);
    int fresh = moving(keys, 100);
    put(changed, 2);
    put(fresh, 1);
    resharder.run();

    assertThat(of(untouched, keys).map(one -> one.eventName().toString()))
        .containsExactly("INSERT", "INSERT", "REMOVE");
    assertThat(of(changed, keys).map(one -> one.eventName().toString()))
        .containsExactly("INSERT", "INSERT", "REMOVE", "MODIFY");
    Record copy = of(untouched, keys).toList().get(1);
    Record inserted = of(fresh, keys).toList().get(0);
    assertThat(copy.eventName()).isEqualTo(inserted.eventName());
    assertThat(copy.dynamodb().newImage().keySet())
        .isEqualTo(inserted.dynamodb().newImage().keySet());
    assertThat(records()).allMatch(one -> one.userIdentity() == null);
  }

  @Tag("deep")
  @Test
  void view_ofAMovedTable_isThatOfItsItems_inAnyOrderOfPlaces() {
    for (int item = 0; item < 20; item++) {
      put(item, 1);
    }
    delete(0); // not seen before the move
    resharder.start(HOT, 4);
    ShardedKeys keys = ShardedKeys.of(spec, editor.show());
    for (int item = 1; item < 20; item += 3) {
      put(item, 2);
    }
    delete(2);
    put(30, 1);
    View early = new View(keys, client);
    records().forEach(early::apply);
    assertThat(early.items).isEqualTo(found());

    resharder.run();
    resharder.verify();
    resharder.finish();
    delete(4);
    put(5, 3);

    for (int seed = 0; seed < 3; seed++) {
      View view = new View(keys, client);
      ordered(new Random(seed)).forEach(view::apply);
      assertThat(view.items).as("seed %d", seed).isEqualTo(found());
    }
  }

  /** The records place by place, as shards of a stream may come. */
  private List<Record> ordered(Random random) {
    Map<AttributeValue, List<Record>> places = new HashMap<>();
    records()
        .forEach(
            one ->
                places
                    .computeIfAbsent(one.dynamodb().keys().get("pk"), at -> new ArrayList<>())
                    .add(one));
    List<List<Record>> shuffled = new ArrayList<>(places.values());
    Collections.shuffle(shuffled, random);
    return shuffled.stream().flatMap(List::stream).toList();
  }

  private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> found() {
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> found = new HashMap<>();
    client
        .queryPaginator(
            query ->
                query
                    .tableName(TABLE)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", HOT)))
        .items()
        .forEach(item -> found.put(Map.of("pk", HOT, "sk", item.get("sk")), item));
    return found;
  }

  // [docs:view]
  /** A view of the items by logical key; {@code keys} are of the layout while items move. */
  private record View(
      ShardedKeys keys,
      DynamoDbClient client,
      Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items) {

    View(ShardedKeys keys, DynamoDbClient client) {
      this(keys, client, new HashMap<>());
    }

    void apply(Record record) {
      Map<String, AttributeValue> place = record.dynamodb().keys();
      Map<String, AttributeValue> key = keys.toLogical(place);
      List<Map<String, AttributeValue>> places = keys.toPhysical(key);
      if (!places.get(places.size() - 1).equals(place)) { // an old place: see what is there now
        set(key, client.getItem(get -> get.tableName("seen").key(key).consistentRead(true)).item());
      } else if (record.eventName() == OperationType.REMOVE) {
        set(key, Map.of());
      } else {
        set(key, keys.toLogical(record.dynamodb().newImage()));
      }
    }

    private void set(Map<String, AttributeValue> key, Map<String, AttributeValue> item) {
      if (item.isEmpty()) {
        items.remove(key);
      } else {
        items.put(key, item);
      }
    }
  }
  // [docs]
}
