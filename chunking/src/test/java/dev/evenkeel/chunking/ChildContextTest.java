package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Collections of children send in the context of their callers. */
@ExtendWith(LocalDynamoDbExtension.class)
class ChildContextTest {
  private static final String CALLER = "caller";
  private static final int ELEMENTS = 40;
  private static final ChildCollectionSpec SPEC =
      ChildCollectionSpec.builder("ContextTags").parentKey("Id").element("Element").build();

  private final ThreadLocal<@Nullable String> trace = new ThreadLocal<>();
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final ClientThreads threads = ClientThreads.shared().withContext(this::carrying);

  @AfterEach
  void leave() {
    trace.remove();
  }

  private Runnable carrying(Runnable work) {
    String captured = trace.get();
    return () -> {
      String before = trace.get();
      trace.set(captured);
      try {
        work.run();
      } finally {
        trace.set(before);
      }
    };
  }

  private void note(ClientOverrideConfiguration.Builder configuration) {
    configuration.addExecutionInterceptor(
        new ExecutionInterceptor() {
          @Override
          public void beforeExecution(
              Context.BeforeExecution context, ExecutionAttributes attributes) {
            String here = trace.get();
            seen.add(here == null ? "nobody" : here);
          }
        });
  }

  private static List<AttributeValue> elements() {
    return IntStream.range(0, ELEMENTS).mapToObj(i -> s("element" + i)).toList();
  }

  @Test
  void addAll_manyElements_sendsEachForItsCaller(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    try (DynamoDbClient plain = own.client();
        DynamoDbClient client = own.clientBuilder().overrideConfiguration(this::note).build();
        DynamoDbAsyncClient async =
            own.asyncClientBuilder().overrideConfiguration(this::note).build()) {
      new ChildTables(plain, async).create(SPEC);
      trace.set(CALLER);
      assertThat(ChildCollection.of(client, SPEC, threads).addAll(s("first"), elements()))
          .hasSize(ELEMENTS);
      assertThat(
              ChildAsyncCollection.of(async, SPEC, threads).addAll(s("second"), elements()).join())
          .hasSize(ELEMENTS);
    }
    assertThat(seen).hasSizeGreaterThanOrEqualTo(2 * ELEMENTS).containsOnly(CALLER);
  }
}
