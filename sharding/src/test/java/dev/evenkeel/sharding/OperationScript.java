package dev.evenkeel.sharding;

import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** A random sequence of all operations on items, each compared on twins. */
final class OperationScript {
  private final Twins twins;
  private final Random random;
  private final WriteScript writes;
  private final TransactTwins transactions;
  private final BatchScript batches;
  private final ReadScript reads;

  OperationScript(Twins twins, Random random) {
    this.twins = twins;
    this.random = random;
    this.writes = new WriteScript(twins.spec, random);
    this.transactions = new TransactTwins(twins, random);
    this.batches = new BatchScript(twins, random);
    this.reads = new ReadScript(twins, random);
  }

  void run(int operations) {
    for (int i = 0; i < operations; i++) {
      step();
    }
    twins.sameContent();
  }

  private void step() {
    boolean calculated = twins.spec.selector().calculated();
    switch (random.nextInt(calculated ? 13 : 11)) {
      case 0, 1 -> put(writes.put());
      case 2 -> twins.update(writes.update());
      case 3 -> twins.delete(writes.delete());
      case 4 -> twins.get(writes.get());
      case 5, 6 -> batches.write();
      case 7 -> batches.read();
      case 8 -> reads.query();
      case 9 -> reads.scan();
      case 10 -> transactions.read();
      case 11 -> transactions.write();
      default -> twins.put(writes.conditionalPut());
    }
  }

  /** A drawn selector is for keys that are put once. */
  private void put(PutItemRequest put) {
    Map<String, AttributeValue> key =
        Map.of("pk", put.item().get("pk"), "sk", put.item().get("sk"));
    GetItemRequest get = GetItemRequest.builder().tableName(put.tableName()).key(key).build();
    if (twins.spec.selector().calculated() || !twins.get(get).hasAttributes()) {
      twins.put(put);
    }
  }
}
