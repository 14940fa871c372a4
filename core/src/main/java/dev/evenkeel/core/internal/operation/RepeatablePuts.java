package dev.evenkeel.core.internal.operation;

import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

/**
 * Asks, with an attribute on a batch, that a put which is repeated, by whatever process, replaces
 * itself, also where a decorator would draw its place anew. Decorators in between hand the
 * attribute on, and those that draw nothing ignore it.
 */
public final class RepeatablePuts {
  /** The SDK wants each name once in a JVM, and this class may be loaded more than once. */
  private static final ExecutionAttribute<Boolean> ASKED =
      new ExecutionAttribute<>(
          RepeatablePuts.class.getName()
              + "@"
              + Integer.toHexString(System.identityHashCode(RepeatablePuts.class)));

  private RepeatablePuts() {}

  /** Asks for it in the configuration of a request. */
  public static void ask(AwsRequestOverrideConfiguration.Builder configuration) {
    configuration.putExecutionAttribute(ASKED, true);
  }

  /** Whether the request asks for it. */
  public static boolean areAsked(BatchWriteItemRequest request) {
    return request
        .overrideConfiguration()
        .map(configuration -> configuration.executionAttributes().getAttribute(ASKED))
        .isPresent();
  }
}
