package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.sharding.PhysicalTables;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Items that were there before a spec, or were put by another one. */
@ExtendWith(LocalDynamoDbExtension.class)
class VerifyItemsTest {
  private LocalDynamoDb server;
  private DynamoDbClient plain;

  @BeforeEach
  void begin(LocalDynamoDb shared) {
    server = shared.isolated();
    plain = server.client();
  }

  private void create(ScalarAttributeType partition) {
    PhysicalTables.create(plain, spec(all -> all.partitionKey("day", partition)));
  }

  private static ShardingSpec spec(UnaryOperator<ShardingSpec.Builder> more) {
    return more.apply(ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(16))
        .build();
  }

  private static void put(DynamoDbClient client, AttributeValue day, int from, int to) {
    for (int i = from; i < to; i++) {
      Map<String, AttributeValue> item = new HashMap<>();
      item.put("day", day);
      item.put("at", AttributeValue.fromS("%04d".formatted(i)));
      client.putItem(r -> r.tableName("hits").item(item));
    }
  }

  private DynamoDbClient sharding(ShardingSpec spec) {
    return ShardingDynamoDbClient.builder(plain).table(spec).build();
  }

  private List<String> mismatches(ShardingSpec spec, String kind) {
    SpecMismatchException failure =
        kind.equals("sync")
            ? catchThrowableOfType(SpecMismatchException.class, () -> spec.verifyAgainst(plain))
            : (SpecMismatchException)
                catchThrowableOfType(
                        CompletionException.class,
                        () -> spec.verifyAgainst(server.asyncClient()).join())
                    .getCause();
    return failure.mismatches();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  void verifyAgainst_aTableThatHeldPlainItems_tellsHowMany(String kind) {
    create(ScalarAttributeType.S);
    ShardingSpec spec = spec(all -> all);
    for (int day = 10; day < 60; day++) {
      put(plain, AttributeValue.fromS("secret-" + day), 0, 1);
    }
    put(sharding(spec), AttributeValue.fromS("secret-10"), 1, 6);

    assertThat(mismatches(spec, kind))
        .hasSize(1)
        .first()
        .asString()
        .containsPattern("^[1-9]\\d* of [1-9]\\d* sampled items have no shard")
        .contains("Put them again")
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  void verifyAgainst_itemsOfAnotherSelector_tellsHowMany(String kind) {
    create(ScalarAttributeType.S);
    ShardingSpec drawn = spec(all -> all.selector(ShardSelector.rotating()).uniqueSortKeys());
    put(sharding(drawn), AttributeValue.fromS("d"), 0, 30);

    assertThatCode(() -> drawn.verifyAgainst(plain)).doesNotThrowAnyException();
    assertThat(mismatches(spec(all -> all), kind))
        .hasSize(1)
        .first()
        .asString()
        .contains("sampled items lie on another shard than the spec's selector 'hash");
  }

  @Test
  void verifyAgainst_itemsWhereTheSpecHasThem_passes() {
    create(ScalarAttributeType.S);
    ShardingSpec mixed =
        ShardingSpec.builder("hits")
            .partitionKey("day", ScalarAttributeType.N)
            .sortKey("at")
            .shards(1)
            .shards(KeyRule.exactly(AttributeValue.fromN("1.5"), 4))
            .suffixFormat(
                SuffixFormat.DEFAULT
                    .withPlacement(SuffixFormat.Placement.PREFIX)
                    .withSeparator("#")
                    .paddedTo(3))
            .build();
    put(sharding(mixed), AttributeValue.fromN("1.50"), 0, 20);
    put(sharding(mixed), AttributeValue.fromN("7"), 0, 20);

    assertThatCode(() -> mixed.verifyAgainst(plain)).doesNotThrowAnyException();
    assertThatCode(() -> spec(all -> all.shards(1)).verifyAgainst(plain))
        .doesNotThrowAnyException();
  }

  @Test
  void verifyAgainst_itemsUnderBytes_tellsThoseOnNoShard() {
    create(ScalarAttributeType.B);
    ShardingSpec spec =
        spec(
            all ->
                all.partitionKey("day", ScalarAttributeType.B)
                    .suffixFormat(SuffixFormat.DEFAULT.withSeparator("µ")));
    put(sharding(spec), AttributeValue.fromB(SdkBytes.fromUtf8String("ü")), 0, 20);
    assertThatCode(() -> spec.verifyAgainst(plain)).doesNotThrowAnyException();

    put(plain, AttributeValue.fromB(SdkBytes.fromUtf8String("ü")), 0, 20);
    assertThat(mismatches(spec, "sync")).hasSize(1);
  }
}
