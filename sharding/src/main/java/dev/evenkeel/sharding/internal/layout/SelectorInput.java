package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The values that a selector picks a shard by: determinants, or a token. */
final class SelectorInput {
  private SelectorInput() {}

  static AttributeValue token(Call call, String name, @Nullable AttributeValue value) {
    if (value == null) {
      throw call.refuse(
          "attribute '" + name + "', the token by which the shard is drawn, is missing",
          "Give it a value that a repeat of the write has again");
    }
    return scalar(call, name, value);
  }

  /**
   * What a shard is calculated from.
   *
   * @param ofKey whether it is a key attribute, which DynamoDB itself demands
   */
  static AttributeValue determinant(
      Call call, String name, @Nullable AttributeValue value, boolean ofKey) {
    if (ofKey && (value == null || !isScalar(value))) {
      throw call.invalid(
          "key attribute '%s', from which the shard is calculated, is %s"
              .formatted(name, value == null ? "missing" : "of type " + value.type()),
          "Give it a value of the type that the key has");
    }
    if (value == null) {
      throw call.refuse(
          "attribute '" + name + "', from which the shard is calculated, is missing",
          "Give it a value, also beside the key of a read");
    }
    return scalar(call, name, value);
  }

  private static boolean isScalar(AttributeValue value) {
    return value.s() != null || value.n() != null || value.b() != null;
  }

  private static AttributeValue scalar(Call call, String name, AttributeValue value) {
    if (!isScalar(value)) {
      throw call.refuse(
          "attribute '%s', from which the shard is calculated, is of type %s"
              .formatted(name, value.type()),
          "Calculate the shard from attributes of type S, N or B");
    }
    return value.n() == null ? value : canonicalNumber(call, name, value);
  }

  private static AttributeValue canonicalNumber(Call call, String name, AttributeValue value) {
    try {
      return AttributeValue.fromN(CanonicalNumber.of(value.n()));
    } catch (InvalidNumberException e) {
      throw NumberProblem.of(
          call, "attribute '" + name + "', from which the shard is calculated,", e);
    }
  }
}
