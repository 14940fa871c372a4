package dev.evenkeel.sharding;

import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Random transactions, compared on twins. */
final class TransactTwins {
  private final Twins twins;
  private final TransactScript script;

  TransactTwins(Twins twins, Random random) {
    this.twins = twins;
    this.script = new TransactScript(twins.spec, random);
  }

  void write() {
    TransactWriteItemsRequest write = script.write();
    twins.same(write, TransactScript.changed(write, twins::without), this::outcome);
  }

  void read() {
    TransactGetItemsRequest get = script.get();
    twins.same(get, plain(get), this::outcome);
  }

  private TransactGetItemsRequest plain(TransactGetItemsRequest request) {
    List<TransactGetItem> plain =
        request.transactItems().stream()
            .map(
                item ->
                    item.copy(
                        i -> i.get(item.get().copy(g -> g.key(twins.without(item.get().key()))))))
            .toList();
    return request.toBuilder().transactItems(plain).build();
  }

  private Object outcome(Face face, TransactWriteItemsRequest request) {
    try {
      return face.transactWrite(request).getClass();
    } catch (TransactionCanceledException e) {
      return List.of(
          e.awsErrorDetails().errorMessage(),
          e.cancellationReasons().stream().map(this::undetermined).toList());
    } catch (RuntimeException e) {
      return e.getClass();
    }
  }

  private CancellationReason undetermined(CancellationReason reason) {
    return reason.hasItem()
        ? reason.toBuilder().item(twins.without(reason.item())).build()
        : reason;
  }

  private Object outcome(Face face, TransactGetItemsRequest request) {
    return Settled.call(() -> face.transactGet(request)).responses().stream()
        .map(this::item)
        .toList();
  }

  private Map<String, AttributeValue> item(ItemResponse response) {
    return response.hasItem()
        ? twins.without(response.item())
        : Map.of("missing", AttributeValue.fromBool(true));
  }
}
