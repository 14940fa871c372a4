package dev.evenkeel.chunking;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Counts requests, and the units that DynamoDB says they took. */
final class Costs implements ExecutionInterceptor {
  private static final Set<String> READS =
      Set.of("GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems");

  private int dynamoDb;
  private int s3;
  private double readUnits;
  private double writeUnits;

  /** The consumption since the last call. */
  record Spent(int dynamoDb, int s3, double writeUnits, double readUnits) {
    /** The row of a table in the documentation. */
    String row() {
      String toS3 = s3 == 0 ? "" : " + %d to S3".formatted(s3);
      return "%d%s | %s".formatted(dynamoDb, toS3, units());
    }

    /** The columns of units alone. */
    String units() {
      return "%s | %s".formatted(text(writeUnits), text(readUnits));
    }

    private static String text(double units) {
      return units == Math.rint(units)
          ? Long.toString((long) units)
          : String.format(Locale.ROOT, "%.1f", units);
    }
  }

  synchronized Spent take() {
    Spent spent = new Spent(dynamoDb, s3, writeUnits, readUnits);
    dynamoDb = 0;
    s3 = 0;
    writeUnits = 0;
    readUnits = 0;
    return spent;
  }

  @Override
  public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
    if (!(context.request() instanceof DynamoDbRequest request)) {
      return context.request();
    }
    DynamoDbRequest.Builder builder = request.toBuilder();
    for (SdkField<?> field : request.sdkFields()) {
      if (field.memberName().equals("ReturnConsumedCapacity")) {
        field.set(builder, "TOTAL");
      }
    }
    return builder.build();
  }

  /** A failed condition is billed as the write is, and does not tell. */
  @Override
  public synchronized void onExecutionFailure(
      Context.FailedExecution context, ExecutionAttributes attributes) {
    dynamoDb++;
    writeUnits++;
  }

  @Override
  public synchronized void afterExecution(
      Context.AfterExecution context, ExecutionAttributes attributes) {
    if (!(context.request() instanceof DynamoDbRequest request)) {
      s3++;
      return;
    }
    dynamoDb++;
    Object capacity =
        context.response().getValueForField("ConsumedCapacity", Object.class).orElse(null);
    List<?> all =
        capacity instanceof List<?> several
            ? several
            : capacity == null ? List.of() : List.of(capacity);
    double units = all.stream().mapToDouble(one -> ((ConsumedCapacity) one).capacityUnits()).sum();
    if (READS.contains(request.getClass().getSimpleName().replace("Request", ""))) {
      readUnits += units;
    } else {
      writeUnits += units;
    }
  }
}
