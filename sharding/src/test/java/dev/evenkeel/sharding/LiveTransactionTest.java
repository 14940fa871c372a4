package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Transactions on a table whose layout changes while they are sent. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class LiveTransactionTest {
  private static final Pattern TOKEN = Pattern.compile("\"ClientRequestToken\":\"([^\"]+)\"");

  /** The tokens of transactions as they are sent; the first waits for something before it is. */
  private record Tokens(List<String> seen, Runnable beforeFirst) implements ExecutionInterceptor {
    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      if (!(context.request() instanceof TransactWriteItemsRequest)) {
        return;
      }
      Matcher token = TOKEN.matcher(body(context));
      assertThat(token.find()).isTrue();
      seen.add(token.group(1));
      if (seen.size() == 1) {
        beforeFirst.run();
      }
    }

    private static String body(Context.BeforeTransmission context) {
      try {
        byte[] bytes =
            context.requestBody().orElseThrow().contentStreamProvider().newStream().readAllBytes();
        return new String(bytes, StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void transactWriteItems_plannedAnewWithoutAToken_keepsTheOneOfTheFirstPlan(LocalDynamoDb local) {
    try (LiveTable table = new LiveTable(local)) {
      LayoutEditor editor = table.editor();
      Tokens tokens = new Tokens(new CopyOnWriteArrayList<>(), editor::ready);
      ShardingDynamoDbClient client = table.client(table.store(), tokens, LayoutGuard.create());
      TransactWriteItem action =
          TransactWriteItem.builder()
              .put(put -> put.tableName(LiveTable.TABLE).item(LiveTable.key("hot", "a")))
              .build();
      client.transactWriteItems(TransactWriteItemsRequest.builder().transactItems(action).build());
      assertThat(tokens.seen()).hasSizeGreaterThan(1);
      assertThat(tokens.seen().stream().distinct()).hasSize(1);
    }
  }

  @Test
  void transactWriteItems_plannedAnewWhenItsAnswerWasLost_tellsMoreThanTheLastAttempt(
      LocalDynamoDb local) {
    try (LiveTable table = new LiveTable(local)) {
      LayoutEditor editor = table.editor();
      AtomicInteger attempts = new AtomicInteger();
      ExecutionInterceptor changing =
          new ExecutionInterceptor() {
            @Override
            public void beforeTransmission(
                Context.BeforeTransmission context, ExecutionAttributes attributes) {
              if (attempts.incrementAndGet() == 2) {
                editor.ready();
                table.waitForLease();
              }
            }
          };
      FaultPlan faults =
          FaultPlan.seeded(1)
              .rule(
                  FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY))
                      .into("TransactWriteItems")
                      .first(1))
              .rule(
                  FaultRule.inject(Fault.transactionConflict()).into("TransactWriteItems").first(1))
              .build();
      try (DynamoDbClient sending =
          table
              .local
              .clientBuilder()
              .httpClientBuilder(faults.injector().httpClientBuilder())
              .overrideConfiguration(
                  all ->
                      all.addExecutionInterceptor(changing)
                          .addExecutionInterceptor(LayoutGuard.create()))
              .build()) {
        ShardingDynamoDbClient client =
            ShardingDynamoDbClient.builder(sending).table(LiveTable.spec(table.store())).build();
        TransactWriteItem action =
            TransactWriteItem.builder()
                .put(put -> put.tableName(LiveTable.TABLE).item(LiveTable.key("hot", "a")))
                .build();
        assertThatThrownBy(() -> client.transactWriteItems(all -> all.transactItems(action)))
            .asInstanceOf(InstanceOfAssertFactories.type(TransactionCanceledException.class))
            .returns(2, TransactionCanceledException::numAttempts);
      }
    }
  }
}
