package dev.evenkeel.core.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Every pair of decorators: which may stand over which. */
class StackLayerTest {
  private record Plain() implements DynamoDbClient {
    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  private record PlainAsync() implements DynamoDbAsyncClient {
    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  private static final class Sync extends DelegatingDynamoDbClient implements StackLayer.Stacked {
    private final StackLayer layer;

    Sync(StackLayer layer, DynamoDbClient delegate) {
      super(delegate);
      this.layer = layer;
    }

    @Override
    public StackLayer layer() {
      return layer;
    }
  }

  private static final class Async extends DelegatingDynamoDbAsyncClient
      implements StackLayer.Stacked {
    private final StackLayer layer;

    Async(StackLayer layer, DynamoDbAsyncClient delegate) {
      super(delegate);
      this.layer = layer;
    }

    @Override
    public StackLayer layer() {
      return layer;
    }
  }

  static Stream<Arguments> pairs() {
    return Stream.of(StackLayer.values())
        .flatMap(
            outer ->
                Stream.of(StackLayer.values()).map(inner -> Arguments.arguments(outer, inner)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void over_anyPair_rightOrderOnly(StackLayer outer, StackLayer inner) {
    DynamoDbClient sync = new Sync(StackLayer.SHARDING, new Sync(inner, new Plain()));
    DynamoDbAsyncClient async = new Async(inner, new PlainAsync());
    boolean keepsReferences = outer == StackLayer.CHUNKING && inner == StackLayer.CACHING;
    if (inner.compareTo(outer) <= 0 || keepsReferences) {
      assertThat(outer.over(sync)).isSameAs(sync);
      assertThat(outer.over(async)).isSameAs(async);
    } else {
      for (Object delegate : new Object[] {sync, async}) {
        assertThatThrownBy(() -> outer.over(delegate))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContainingAll(outer.name(), inner.name(), "Build");
      }
    }
  }
}
