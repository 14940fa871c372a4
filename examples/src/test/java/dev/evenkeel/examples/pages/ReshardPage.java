package dev.evenkeel.examples.pages;

import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The code of {@code docs/reshard.md}. */
final class ReshardPage {
  private ReshardPage() {}

  static void move(ShardingSpec spec, DynamoDbClient guardedClient) {
    // [docs:steps]
    Resharder resharder = Resharder.of(spec, guardedClient); // a plain client with a LayoutGuard
    resharder.start(AttributeValue.fromS("tenant-7"), 16); // start(50): all keys; 1 is plain
    resharder.run();
    resharder.verify();
    resharder.finish();
    // [docs]
  }

  static void moveInto(Resharder resharder) {
    // [docs:into]
    resharder.startInto("visits-sharded", 8, MovePace.gentle());
    // [docs]
  }
}
