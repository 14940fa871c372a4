package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * A sharded table and one of the same name that is not, which must answer alike. A determinant that
 * is no key attribute is given beside the key to the sharded table only, and does not count in
 * answers.
 */
final class Twins implements AutoCloseable {
  static final String DETERMINANT = "det";

  final ShardingSpec spec;
  final DynamoDbClient physical;
  private final Face sharded;
  private final Face plain;

  private Twins(ShardingSpec spec, DynamoDbClient physical, Face sharded, Face plain) {
    this.spec = spec;
    this.physical = physical;
    this.sharded = sharded;
    this.plain = plain;
  }

  /**
   * Runs a script on fresh twins, once for each of several seeds; a failure names its seed, and
   * {@code -Devenkeel.seed} starts with it.
   */
  static void run(
      ShardingSpec spec,
      Face.Kind face,
      LocalDynamoDb local,
      long seedByDefault,
      int scripts,
      BiConsumer<Twins, Random> script) {
    long offset = face == Face.Kind.SYNC ? 0 : 1000;
    long first = Long.getLong("evenkeel.seed", seedByDefault + offset);
    for (long seed = first; seed < first + Rounds.of(scripts); seed++) {
      try (Twins twins = create(local, face, spec)) {
        script.accept(twins, Seeds.random(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "%s: seed %d (run with -Devenkeel.seed=%d)".formatted(spec, seed, seed), e);
      }
    }
  }

  static Twins create(LocalDynamoDb local, Face.Kind kind, ShardingSpec spec) {
    return create(local, spec, side -> kind.open(side, spec));
  }

  /** Twins of which the sharded one meets faults. */
  static Twins create(
      LocalDynamoDb local, Face.Kind kind, ShardingSpec spec, FaultInjector faults) {
    return create(local, spec, side -> kind.open(side, faults, spec));
  }

  private static Twins create(
      LocalDynamoDb local, ShardingSpec spec, Function<LocalDynamoDb, Face> sharded) {
    LocalDynamoDb shardedSide = local.isolated();
    LocalDynamoDb plainSide = local.isolated();
    DynamoDbClient physical = shardedSide.client();
    PhysicalTables.create(physical, spec);
    try (DynamoDbClient plain = plainSide.client()) {
      createPlain(plain, spec);
    }
    ShardingSpec elsewhere =
        ShardingSpec.builder("elsewhere").partitionKey("pk").sortKey("sk").shards(2).build();
    Face plain = Face.Kind.SYNC.open(plainSide, elsewhere);
    return new Twins(spec, physical, sharded.apply(shardedSide), plain);
  }

  private static void createPlain(DynamoDbClient client, ShardingSpec spec) {
    client.createTable(
        table ->
            table
                .tableName(spec.tableName())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    element(spec.partitionKey(), KeyType.HASH),
                    element(spec.sortKey(), KeyType.RANGE))
                .attributeDefinitions(
                    definition(spec.partitionKey(), spec.partitionType()),
                    definition(spec.sortKey(), spec.sortType())));
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static AttributeDefinition definition(String attribute, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }

  /** What a request gives on the sharded table, once it was found to give the same on the plain. */
  <Q, R> R same(Q ofSharded, Q ofPlain, BiFunction<Face, Q, R> outcome) {
    R expected = outcome.apply(plain, ofPlain);
    R actual = outcome.apply(sharded, ofSharded);
    assertThat(actual).as(() -> String.valueOf(ofSharded)).isEqualTo(expected);
    return actual;
  }

  /** What one of the two said. */
  record Answer(
      Class<?> type, boolean hasAttributes, @Nullable Map<String, AttributeValue> attributes) {

    boolean failed() {
      return Throwable.class.isAssignableFrom(type);
    }
  }

  Answer put(PutItemRequest request) {
    PutItemRequest undetermined = request.toBuilder().item(without(request.item())).build();
    return same(
        request,
        answer(() -> sharded.put(request), r -> r.hasAttributes() ? r.attributes() : null),
        answer(() -> plain.put(undetermined), r -> r.hasAttributes() ? r.attributes() : null));
  }

  Answer get(GetItemRequest request) {
    GetItemRequest undetermined = request.toBuilder().key(without(request.key())).build();
    return same(
        request,
        answer(() -> sharded.get(request), r -> r.hasItem() ? r.item() : null),
        answer(() -> plain.get(undetermined), r -> r.hasItem() ? r.item() : null));
  }

  Answer update(UpdateItemRequest request) {
    UpdateItemRequest undetermined = request.toBuilder().key(without(request.key())).build();
    Function<UpdateItemResponse, Map<String, AttributeValue>> attributes =
        r -> r.hasAttributes() ? r.attributes() : null;
    return same(
        request,
        answer(() -> sharded.update(request), attributes),
        answer(() -> plain.update(undetermined), attributes));
  }

  Answer delete(DeleteItemRequest request) {
    DeleteItemRequest undetermined = request.toBuilder().key(without(request.key())).build();
    Function<DeleteItemResponse, Map<String, AttributeValue>> attributes =
        r -> r.hasAttributes() ? r.attributes() : null;
    return same(
        request,
        answer(() -> sharded.delete(request), attributes),
        answer(() -> plain.delete(undetermined), attributes));
  }

  private interface Call<R> {
    R send();
  }

  private <R> Answer answer(Call<R> call, Function<R, Map<String, AttributeValue>> attributes) {
    try {
      R response = call.send();
      return answer(response.getClass(), attributes.apply(response));
    } catch (ConditionalCheckFailedException e) {
      return answer(e.getClass(), e.hasItem() ? e.item() : null);
    } catch (RuntimeException e) {
      return answer(e.getClass(), null);
    }
  }

  private Answer answer(Class<?> type, @Nullable Map<String, AttributeValue> attributes) {
    return new Answer(type, attributes != null, attributes == null ? null : without(attributes));
  }

  private static Answer same(Object request, Answer ofSharded, Answer ofPlain) {
    assertThat(ofSharded).as(() -> String.valueOf(request)).isEqualTo(ofPlain);
    return ofSharded;
  }

  /** The same without a determinant that is no key attribute. */
  Map<String, AttributeValue> without(Map<String, AttributeValue> attributes) {
    if (!spec.selector().determinants().contains(DETERMINANT)) {
      return attributes;
    }
    Map<String, AttributeValue> rest = new HashMap<>(attributes);
    rest.remove(DETERMINANT);
    return rest;
  }

  /** Checks that both tables hold the same items; gives those of the sharded one. */
  List<Map<String, AttributeValue>> sameContent() {
    ScanRequest scan =
        ScanRequest.builder().tableName(spec.tableName()).consistentRead(true).build();
    List<Map<String, AttributeValue>> items = sharded.scan(scan).items();
    List<Map<String, AttributeValue>> expected = expectedContent();
    assertThat(items).hasSameSizeAs(expected);
    Set<Map<String, AttributeValue>> found = new HashSet<>();
    items.forEach(item -> found.add(without(item)));
    assertThat(found).isEqualTo(new HashSet<>(expected));
    return items;
  }

  /** The items of the plain table: the tables of these tests fit on a page. */
  List<Map<String, AttributeValue>> expectedContent() {
    return plain
        .scan(ScanRequest.builder().tableName(spec.tableName()).consistentRead(true).build())
        .items();
  }

  @Override
  public void close() {
    sharded.close();
    plain.close();
    physical.close();
  }
}
