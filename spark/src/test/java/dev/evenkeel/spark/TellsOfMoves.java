package dev.evenkeel.spark;

import software.amazon.awssdk.core.interceptor.Context.AfterExecution;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;

/** Prints a line after each item that has left its old place. */
record TellsOfMoves(String table) implements ExecutionInterceptor {
  static final String MOVED = "moved";

  @Override
  public void afterExecution(AfterExecution context, ExecutionAttributes attributes) {
    if (context.request() instanceof DeleteItemRequest delete && delete.tableName().equals(table)) {
      System.out.println(MOVED);
    }
  }
}
