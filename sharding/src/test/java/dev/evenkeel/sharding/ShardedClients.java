package dev.evenkeel.sharding;

import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.fault.FaultInjector;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Sharding clients under test. */
final class ShardedClients {
  private ShardedClients() {}

  static ClientUnderTest open(Kind kind, LocalDynamoDb local, ShardingSpec... specs) {
    return kind.open(local, Tables.of(specs));
  }

  /** Opens a client that keeps rows read beyond a page only if {@code readAhead} is true. */
  static ClientUnderTest open(
      Kind kind, LocalDynamoDb local, boolean readAhead, ShardingSpec... specs) {
    return kind.open(local, Tables.of(specs).and(b -> b.readAhead(readAhead)));
  }

  static ClientUnderTest open(
      Kind kind, LocalDynamoDb local, Consumer<SdkRequest> before, ShardingSpec... specs) {
    return kind.open(local, before, Tables.of(specs));
  }

  static ClientUnderTest open(
      Kind kind,
      LocalDynamoDb local,
      FaultInjector faults,
      List<DecoratorListener> listeners,
      ShardingSpec... specs) {
    return kind.open(local, faults, Tables.of(specs).and(b -> listeners.forEach(b::listener)));
  }

  static ClientUnderTest open(
      Kind kind, LocalDynamoDb local, FaultInjector faults, ShardingSpec... specs) {
    return kind.open(local, faults, Tables.of(specs));
  }

  static ClientUnderTest open(
      Kind kind, LocalDynamoDb local, Consumer<SdkRequest> before, Tables tables) {
    return kind.open(local, before, tables);
  }

  static ClientUnderTest open(Kind kind, LocalDynamoDb local, FaultInjector faults, Tables tables) {
    return kind.open(local, faults, tables);
  }

  /** One of which the client that sends has a guard, as layout records need it. */
  static ClientUnderTest guarded(Kind kind, LocalDynamoDb local, ShardingSpec... specs) {
    Tables tables = Tables.of(specs);
    LayoutGuard guard = LayoutGuard.create();
    return switch (kind) {
      case SYNC ->
          ClientUnderTest.of(
              tables.around(
                  local
                      .clientBuilder()
                      .overrideConfiguration(c -> c.addExecutionInterceptor(guard))
                      .build()));
      case ASYNC ->
          ClientUnderTest.of(
              tables.around(
                  local
                      .asyncClientBuilder()
                      .overrideConfiguration(c -> c.addExecutionInterceptor(guard))
                      .build()));
    };
  }

  /** The tables and settings of a sharding client. */
  interface Tables extends Decoration {
    void addTo(ShardingClientBuilder<?> builder);

    @Override
    default DynamoDbClient around(DynamoDbClient plain) {
      ShardingDynamoDbClient.Builder builder = ShardingDynamoDbClient.builder(plain);
      addTo(builder);
      return builder.build();
    }

    @Override
    default DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
      ShardingDynamoDbAsyncClient.Builder builder = ShardingDynamoDbAsyncClient.builder(plain);
      addTo(builder);
      return builder.build();
    }

    static Tables of(ShardingSpec... specs) {
      return builder -> List.of(specs).forEach(builder::table);
    }

    default Tables with(CounterSpec... counters) {
      return and(builder -> List.of(counters).forEach(builder::counter));
    }

    /** And further settings of the client. */
    default Tables and(Consumer<ShardingClientBuilder<?>> settings) {
      return builder -> {
        addTo(builder);
        settings.accept(builder);
      };
    }
  }
}
