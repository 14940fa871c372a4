package dev.evenkeel.spring;

import static dev.evenkeel.spring.Applications.SHARDED_HITS;
import static dev.evenkeel.spring.Applications.createTable;
import static dev.evenkeel.spring.Applications.starter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The context of callers on the threads that send for them. */
@ExtendWith(LocalDynamoDbExtension.class)
class ThreadsTest {
  private static final String CALLER = "caller";
  private static final int SHARDS = 4;

  private final ThreadLocal<@Nullable String> trace = new ThreadLocal<>();
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final LocalDynamoDb local;

  ThreadsTest(LocalDynamoDb local) {
    this.local = local.isolated();
  }

  @AfterEach
  void leave() {
    trace.remove();
  }

  private Runnable decorated(Runnable work) {
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

  private ContextSnapshotFactory snapshots() {
    ContextRegistry registry = new ContextRegistry().registerThreadLocalAccessor("trace", trace);
    return ContextSnapshotFactory.builder().contextRegistry(registry).build();
  }

  /** Notes what the thread that sends knows of the caller. */
  private DynamoDbClient noting() {
    ExecutionInterceptor noting =
        new ExecutionInterceptor() {
          @Override
          public void beforeExecution(
              Context.BeforeExecution context, ExecutionAttributes attributes) {
            String here = trace.get();
            seen.add(here == null ? "nobody" : here);
          }
        };
    return local
        .clientBuilder()
        .overrideConfiguration(c -> c.addExecutionInterceptor(noting))
        .build();
  }

  private ApplicationContextRunner application() {
    return starter()
        .withBean("dynamoDbClient", DynamoDbClient.class, this::noting)
        .withPropertyValues(SHARDED_HITS);
  }

  /** Asks all shards. */
  private List<String> sent(DynamoDbClient client) {
    try (DynamoDbClient plain = local.client()) {
      createTable(plain, "hits", "day", "at");
    }
    trace.set(CALLER);
    client.query(
        query ->
            query
                .tableName("hits")
                .keyConditionExpression("#d = :d")
                .expressionAttributeNames(Map.of("#d", "day"))
                .expressionAttributeValues(Map.of(":d", AttributeValue.fromS("2026-11-20"))));
    return List.copyOf(seen);
  }

  @Test
  void hookOfTheUser_isCarried() {
    application()
        .withBean(ClientThreads.class, () -> ClientThreads.shared().withContext(this::decorated))
        .run(
            context ->
                assertThat(sent(context.getBean(DynamoDbClient.class)))
                    .hasSizeGreaterThanOrEqualTo(SHARDS)
                    .containsOnly(CALLER));
  }

  @Test
  void snapshotsOfMicrometer_areTaken() {
    application()
        .withBean(ContextSnapshotFactory.class, this::snapshots)
        .run(
            context ->
                assertThat(sent(context.getBean(DynamoDbClient.class)))
                    .hasSizeGreaterThanOrEqualTo(SHARDS)
                    .containsOnly(CALLER));
  }

  @Test
  void threadsOfTheUser_areTakenAndNoOthers() {
    ClientThreads own = ClientThreads.of(Runnable::run);
    application()
        .withBean(ClientThreads.class, () -> own)
        .run(
            context -> {
              assertThat(context.getBean(ClientThreads.class)).isSameAs(own);
              assertThat(sent(context.getBean(DynamoDbClient.class))).containsOnly(CALLER);
            });
  }

  @Test
  void nothingToTakeItFrom_leavesThreadsWithoutIt() {
    application()
        .withClassLoader(new FilteredClassLoader("io.micrometer.context"))
        .run(
            context ->
                assertThat(context.getBean(ClientThreads.class)).isSameAs(ClientThreads.shared()));
  }
}
