package dev.evenkeel.core;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * The root of all exceptions that Evenkeel itself raises. It is an {@link SdkClientException}, so
 * code that already handles the SDK's client-side failures handles these too. Failures of DynamoDB
 * are never wrapped in it: they keep the SDK's own type, except where a job of many requests fails
 * and has to say how far it got. A request that plain DynamoDB refuses, too, is refused by its own
 * exception and not by one of these. Messages name tables and attributes, never item values.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/stacks/RefusalGuideTest.java#catch -->
 *
 * <pre>{@code
 * try {
 *   client.putItem(put);
 *   return "stored";
 * } catch (ConditionalCheckFailedException taken) { // DynamoDB's answers keep their classes
 *   return "there is one already";
 * } catch (DecoratorException refused) { // Evenkeel's own: a bug, or a setting
 *   return "mend it: " + refused.getMessage();
 * } catch (DynamoDbException failed) { // all that plain DynamoDB refuses or fails with
 *   return failed.isThrottlingException() ? "later" : "mend it: " + failed.getMessage();
 * }
 * }</pre>
 */
public class DecoratorException extends SdkClientException {
  private static final long serialVersionUID = 1L;

  public DecoratorException(String message) {
    this(message, null);
  }

  public DecoratorException(String message, @Nullable Throwable cause) {
    super(SdkClientException.builder().message(message).cause(cause));
  }

  /**
   * Whether it says that a table takes no writes any more, or is not there. What was to be removed
   * from such a table goes, or went, with it.
   */
  public boolean isOfClosedTable() {
    return false;
  }

  /**
   * Whether it refuses what was asked as it was asked. A batch may be taken without the item that
   * is refused.
   */
  public boolean isOfItem() {
    return false;
  }
}
