package dev.evenkeel.jobs.command;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.jobs.config.ConfigurationException;
import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.NamedTables;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Failures as one line for a terminal. */
final class Failures {
  private Failures() {}

  /**
   * The line for standard error. Problems in files begin with their position, in the form that
   * editors recognize.
   */
  static String line(Throwable failure) {
    return failure instanceof ConfigurationException ? text(failure) : "evenkeel: " + text(failure);
  }

  static String text(Throwable failure) {
    if (failure instanceof ConfigurationException || failure instanceof JobException) {
      return String.valueOf(failure.getMessage());
    }
    if (failure instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
      return text(unchecked.getCause());
    }
    if (failure instanceof FileSystemException file) {
      return file(file);
    }
    if (failure instanceof IllegalArgumentException && failure.getMessage() != null) {
      return sentence(failure.getMessage());
    }
    String text = Causes.text(failure);
    if (failure instanceof AwsServiceException service) {
      return (NamedTables.isOfKey(service) ? sentence(text) : text) + remedy(service);
    }
    return failure instanceof SdkClientException && !(failure instanceof DecoratorException)
        ? unreached(failure, text)
        : text;
  }

  private static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }

  private static String file(FileSystemException failure) {
    String why =
        failure instanceof NoSuchFileException
            ? "there is no such file or folder"
            : failure instanceof AccessDeniedException
                ? "access is denied"
                : String.valueOf(failure.getReason());
    return sentence("%s: %s".formatted(failure.getFile(), why));
  }

  private static String remedy(AwsServiceException failure) {
    if (Causes.isDenied(failure)) {
      return " 'evenkeel iam' prints the policy that is needed.";
    }
    if (NamedTables.isOfKey(failure)) {
      return " Check the table and the keys that were given; a control table has the keys 'pk' and 'sk', both of type S.";
    }
    return switch (ErrorCode.of(failure)) {
      case "UnrecognizedClientException", "ExpiredTokenException", "InvalidClientTokenId" ->
          " Check the credentials that the AWS SDK finds: environment, profile or role.";
      case "UnknownOperationException" ->
          " AWS knows all operations: if this is an emulator, set 'lifecycle: {localEngine: true}' in the configuration, and the setting is skipped.";
      default -> "";
    };
  }

  private static String unreached(Throwable failure, String text) {
    if (text.contains("Unable to load region")) {
      return "no region is set. Set AWS_REGION, or give --region.";
    }
    if (text.contains("Unable to load credentials")) {
      return "no credentials are found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or run where there is a role.";
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException) {
        return "no host is known by the name of the endpoint, '%s'. Check the region, the endpoint and the network."
            .formatted(String.valueOf(cause.getMessage()).replaceFirst(":.*", ""));
      }
    }
    return sentence(text) + " Check the region, the endpoint and the network.";
  }
}
