package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The same random transactions on a sharded table and on a plain one give the same answers, reasons
 * and messages, and leave the same items.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class TransactModelTest {
  private static final long SEED = 20261123;

  static Stream<Named<ShardingSpec>> tables() {
    return WriteModelTest.tables().filter(spec -> spec.getPayload().selector().calculated());
  }

  @ParameterizedTest
  @MethodSource("tables")
  void transactions_random_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Face.Kind.SYNC, local, 1, 100);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void transactions_randomAsync_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Face.Kind.ASYNC, local, 1, 40);
  }

  @Tag("nightly")
  @ParameterizedTest
  @MethodSource("tables")
  void transactions_manyRandom_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Face.Kind.SYNC, local, 20, 300);
  }

  private static void run(
      ShardingSpec spec, Face.Kind face, LocalDynamoDb local, int scripts, int steps) {
    Twins.run(spec, face, local, SEED, scripts, (twins, random) -> script(twins, random, steps));
  }

  private static void script(Twins twins, Random random, int steps) {
    TransactScript script = new TransactScript(twins.spec, random);
    for (int i = 0; i < steps; i++) {
      if (random.nextInt(3) > 0) {
        TransactWriteItemsRequest write = script.write();
        twins.same(
            write,
            TransactScript.changed(write, twins::without),
            (face, request) -> outcome(twins, face, request));
      } else {
        TransactGetItemsRequest get = script.get();
        twins.same(get, plain(twins, get), (face, request) -> outcome(twins, face, request));
      }
    }
    assertThat(twins.sameContent()).isNotEmpty();
  }

  private static TransactGetItemsRequest plain(Twins twins, TransactGetItemsRequest request) {
    List<TransactGetItem> plain =
        request.transactItems().stream()
            .map(
                item ->
                    item.copy(
                        i -> i.get(item.get().copy(g -> g.key(twins.without(item.get().key()))))))
            .toList();
    return request.toBuilder().transactItems(plain).build();
  }

  private static Object outcome(Twins twins, Face face, TransactWriteItemsRequest request) {
    try {
      return face.transactWrite(request).getClass();
    } catch (TransactionCanceledException e) {
      return List.of(
          e.awsErrorDetails().errorMessage(),
          e.cancellationReasons().stream().map(reason -> undetermined(twins, reason)).toList());
    } catch (RuntimeException e) {
      return e.getClass();
    }
  }

  private static CancellationReason undetermined(Twins twins, CancellationReason reason) {
    return reason.hasItem()
        ? reason.toBuilder().item(twins.without(reason.item())).build()
        : reason;
  }

  private static Object outcome(Twins twins, Face face, TransactGetItemsRequest request) {
    return face.transactGet(request).responses().stream()
        .map(response -> item(twins, response))
        .toList();
  }

  private static Map<String, AttributeValue> item(Twins twins, ItemResponse response) {
    return response.hasItem()
        ? twins.without(response.item())
        : Map.of("missing", AttributeValue.fromBool(true));
  }
}
