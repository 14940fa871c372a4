package dev.evenkeel.benchmarks.values;

import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.Collection;
import java.util.List;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Counts what every request of a client consumes, below whatever decorates it. */
final class UnitCount implements ExecutionInterceptor {
  private double read;
  private double written;
  private int requests;

  DynamoDbClient counting(LocalDynamoDb local) {
    return local
        .clientBuilder()
        .overrideConfiguration(override -> override.addExecutionInterceptor(this))
        .build();
  }

  @Override
  public SdkRequest modifyRequest(
      Context.ModifyRequest context, ExecutionAttributes executionAttributes) {
    SdkRequest.Builder builder = context.request().toBuilder();
    for (SdkField<?> field : context.request().sdkFields()) {
      if (field.memberName().equals("ReturnConsumedCapacity")) {
        field.set(builder, ReturnConsumedCapacity.TOTAL.toString());
      }
    }
    return builder.build();
  }

  @Override
  public synchronized void afterExecution(
      Context.AfterExecution context, ExecutionAttributes executionAttributes) {
    double units =
        context
            .response()
            .getValueForField("ConsumedCapacity", Object.class)
            .map(UnitCount::units)
            .orElseThrow(() -> new IllegalStateException("an answer told no capacity"));
    requests++;
    String name = context.request().getClass().getSimpleName();
    if (name.matches("GetItemRequest|BatchGetItemRequest|QueryRequest|TransactGetItemsRequest")) {
      read += units;
    } else {
      written += units;
    }
  }

  private static double units(Object consumed) {
    Collection<?> all = consumed instanceof Collection<?> many ? many : List.of(consumed);
    return all.stream().mapToDouble(one -> ((ConsumedCapacity) one).capacityUnits()).sum();
  }

  synchronized double read() {
    return read;
  }

  synchronized double written() {
    return written;
  }

  synchronized int requests() {
    return requests;
  }
}
