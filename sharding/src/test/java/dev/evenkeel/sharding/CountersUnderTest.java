package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Counters.lone;

import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Clients of counters, and what they send. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class CountersUnderTest {
  static final Map<String, AttributeValue> KEY = lone(s("film"));

  final LocalDynamoDb local;
  final DynamoDbClient plain;
  final Queue<SdkRequest> sent = new ConcurrentLinkedQueue<>();

  CountersUnderTest(LocalDynamoDb shared) {
    this.local = shared.isolated();
    this.plain = local.client();
  }

  @AfterEach
  void close() {
    plain.close();
  }

  /** A client of these counters, whose tables it creates. */
  ClientUnderTest open(Kind kind, CounterSpec... specs) {
    ClientUnderTest client =
        ShardedClients.open(kind, local, sent::add, ShardedClients.Tables.of().with(specs));
    Stream.of(specs).map(Counters::create).forEach(client::call);
    sent.clear();
    return client;
  }

  static CounterSpec rotating(String table, int shards) {
    return lone(table, shards).selector(ShardSelector.rotating()).build();
  }
}
