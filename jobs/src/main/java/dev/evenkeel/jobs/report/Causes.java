package dev.evenkeel.jobs.report;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.value.ErrorCode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Failures in one line, without their traces. */
public final class Causes {
  private Causes() {}

  /** The message of a failure, with its kind if it is not Evenkeel's own. */
  public static String text(Throwable failure) {
    String message = oneLine(message(failure));
    if (failure instanceof DecoratorException && !message.isEmpty()) {
      return message;
    }
    String kind = failure.getClass().getSimpleName();
    return message.isEmpty() ? kind : kind + ": " + message;
  }

  /** Whether AWS denied the caller a right. */
  public static boolean isDenied(Throwable failure) {
    return ErrorCode.isDenied(failure) || ErrorCode.of(failure).equals("AccessDenied");
  }

  private static @Nullable String message(Throwable failure) {
    return failure instanceof AwsServiceException service && service.awsErrorDetails() != null
        ? service.awsErrorDetails().errorMessage()
        : failure.getMessage();
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "" : message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
