package dev.evenkeel.spring;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.batch.BatchingClientBuilder;
import dev.evenkeel.core.batch.BatchingDynamoDbAsyncClient;
import dev.evenkeel.core.batch.BatchingDynamoDbClient;
import dev.evenkeel.spring.EvenkeelProperties.Batching;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Batches of any size: the outermost decorator of each client, on whatever tables. */
record Batches(
    Batching batching,
    ClientThreads threads,
    List<DecoratorCustomizer<BatchingClientBuilder<?>>> customizers) {

  DynamoDbClient over(DynamoDbClient below) {
    return configured(BatchingDynamoDbClient.builder(below)).build();
  }

  DynamoDbAsyncClient over(DynamoDbAsyncClient below) {
    return configured(BatchingDynamoDbAsyncClient.builder(below)).build();
  }

  private <B extends BatchingClientBuilder<B>> B configured(B builder) {
    builder.threads(threads);
    Setting setting = EvenkeelProperties.setting("batching");
    Integer concurrency = batching.concurrency();
    if (concurrency != null) {
      setting.child("concurrency").build(() -> builder.concurrency(concurrency));
    }
    Integer repeats = batching.fruitlessRepeats();
    if (repeats != null) {
      setting.child("fruitless-repeats").build(() -> builder.fruitlessRepeats(repeats));
    }
    batching
        .keys()
        .forEach(
            (table, keys) ->
                setting
                    .child("keys")
                    .child(table)
                    .build(() -> builder.keys(table, keys.toArray(new String[0]))));
    customizers.forEach(customizer -> customizer.customize(builder));
    return builder;
  }
}
