package dev.evenkeel.core.item;

import dev.evenkeel.core.DecoratorException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item or a key does not have what a {@link KeySchema} asks for. Names the attribute and what is
 * wrong with it, never its value.
 */
public final class KeyMismatchException extends DecoratorException {
  private static final long serialVersionUID = 1L;

  /** The problem of the attribute. */
  public enum Problem {
    /** The item or key does not have it. */
    ABSENT,
    /** Its value has another type than the schema says. */
    WRONG_TYPE,
    /** Its value is an empty string or binary, which a key cannot hold. */
    EMPTY,
    /** It, or all attributes of its half of the key together, exceed DynamoDB's limit. */
    TOO_LONG,
    /** It is in a key but the schema does not know it. */
    UNEXPECTED
  }

  private final String attribute;
  private final Problem problem;

  private KeyMismatchException(String attribute, Problem problem, String message) {
    super(message);
    this.attribute = attribute;
    this.problem = problem;
  }

  static KeyMismatchException absent(KeyAttribute key) {
    String message = "Key attribute '%s' is absent. Give it a value of type %s.";
    return of(key, Problem.ABSENT, message.formatted(key.name(), key.type()));
  }

  static KeyMismatchException wrongType(KeyAttribute key, AttributeValue found) {
    String message =
        "Key attribute '%s' has a value of type %s but the key schema says %s. Send a value of"
            + " type %s.";
    return of(
        key,
        Problem.WRONG_TYPE,
        message.formatted(key.name(), nameOf(found), key.type(), key.type()));
  }

  static KeyMismatchException empty(KeyAttribute key) {
    String message =
        "Key attribute '%s' is empty. DynamoDB stores no empty string or binary in a key: give it a"
            + " value.";
    return of(key, Problem.EMPTY, message.formatted(key.name()));
  }

  static KeyMismatchException tooLong(KeyAttribute key, String half, long bytes, int bytesMax) {
    String message =
        "The %s key with attribute '%s' has %d bytes but DynamoDB allows %d. Shorten its value.";
    return of(key, Problem.TOO_LONG, message.formatted(half, key.name(), bytes, bytesMax));
  }

  static KeyMismatchException unexpected(String attribute) {
    String message = "Attribute '%s' is not part of the key. Remove it from the key.";
    return new KeyMismatchException(attribute, Problem.UNEXPECTED, message.formatted(attribute));
  }

  private static KeyMismatchException of(KeyAttribute key, Problem problem, String message) {
    return new KeyMismatchException(key.name(), problem, message);
  }

  private static String nameOf(AttributeValue value) {
    return value.type() == null ? "unknown" : value.type().name();
  }

  public String attribute() {
    return attribute;
  }

  public Problem problem() {
    return problem;
  }

  @Override
  public boolean isOfItem() {
    return true;
  }
}
