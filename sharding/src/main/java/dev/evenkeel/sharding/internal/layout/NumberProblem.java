package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.operation.Call;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** The reason why an attribute holds no number that DynamoDB stores. */
final class NumberProblem {
  private NumberProblem() {}

  /**
   * The client's exception.
   *
   * @param attribute the attribute as a message names it
   */
  static DynamoDbException of(Call call, String attribute, InvalidNumberException problem) {
    return call.invalid(
        attribute + " holds no number that DynamoDB stores",
        String.valueOf(problem.getMessage()).replaceAll("\\.$", ""));
  }
}
