package dev.evenkeel.chunking.internal.plan.policy;

import dev.evenkeel.chunking.internal.plan.layout.ChunkedTable;
import dev.evenkeel.chunking.internal.plan.wire.Reference;
import dev.evenkeel.chunking.spec.InvalidValueException;
import dev.evenkeel.chunking.spec.LargeValueException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** References among the values of an item that is to be written. */
final class References {
  private References() {}

  /**
   * A reference that an attribute is given.
   *
   * @throws LargeValueException if it is none, or the spec does not have the attribute read so: to
   *     store it in place of the value would lose the value
   */
  static Reference of(ChunkedTable table, String attribute, AttributeValue value) {
    try {
      if (!table.spec().isByReference(attribute)) {
        throw new InvalidValueException(
            "It is given a reference to a value outside, and the spec does not have it read by reference. Say byReference, or give it the value.");
      }
      Reference reference = Reference.read(value);
      if (!reference.attribute().equals(attribute) || !table.isNamed(reference.tableName())) {
        throw new InvalidValueException(
            "It is given a reference to a value of another attribute. Open that, and write what it has.");
      }
      return reference;
    } catch (LargeValueException e) {
      throw e.at(table.name(), attribute);
    }
  }
}
