package dev.evenkeel.sharding;

import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.core.item.ReadCapacity;
import java.util.Map;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Adds up what DynamoDB says that reads, and writes in indexes, have cost; not of a table. */
final class MoveMeter implements ExecutionInterceptor {
  private final String without;
  private double reads;
  private double indexWrites;

  MoveMeter(String without) {
    this.without = without;
  }

  /** What was consumed since the last call. */
  record Units(double reads, double indexWrites) {}

  synchronized Units take() {
    Units units = new Units(reads, indexWrites);
    reads = 0;
    indexWrites = 0;
    return units;
  }

  @Override
  public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
    DynamoDbRequest.Builder request = ((DynamoDbRequest) context.request()).toBuilder();
    for (SdkField<?> field : context.request().sdkFields()) {
      if (field.memberName().equals("ReturnConsumedCapacity")) {
        field.set(request, "INDEXES");
      }
    }
    return request.build();
  }

  @Override
  public synchronized void afterUnmarshalling(
      Context.AfterUnmarshalling context, ExecutionAttributes attributes) {
    SdkRequest request = context.request();
    boolean isRead =
        request instanceof QueryRequest
            || request instanceof ScanRequest
            || request instanceof GetItemRequest;
    for (ConsumedCapacity part : Metering.consumed((DynamoDbResponse) context.response())) {
      if (part.tableName().equals(without)) {
        continue;
      }
      if (isRead) {
        reads += isEmpty(context.response()) ? empty() : part.capacityUnits();
      } else {
        indexWrites += units(part.globalSecondaryIndexes()) + units(part.localSecondaryIndexes());
      }
    }
  }

  /** For which DynamoDB Local charges nothing. */
  private static boolean isEmpty(SdkResponse response) {
    return (response instanceof QueryResponse query && query.scannedCount() == 0)
        || (response instanceof ScanResponse scan && scan.scannedCount() == 0);
  }

  private static double empty() {
    return ReadCapacity.STRONG.page(0).asDouble();
  }

  private static double units(Map<String, Capacity> indexes) {
    return indexes.values().stream().mapToDouble(Capacity::capacityUnits).sum();
  }
}
