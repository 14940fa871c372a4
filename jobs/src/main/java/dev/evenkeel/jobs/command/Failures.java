package dev.evenkeel.jobs.command;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.jobs.config.ConfigurationException;
import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.work.JobException;
import java.io.UncheckedIOException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** What failures mean to somebody at a terminal. */
final class Failures {
  private Failures() {}

  /** For standard error. Problems of files begin with their place, where editors look for it. */
  static String line(Throwable failure) {
    return failure instanceof ConfigurationException ? text(failure) : "evenkeel: " + text(failure);
  }

  static String text(Throwable failure) {
    if (failure instanceof ConfigurationException || failure instanceof JobException) {
      return String.valueOf(failure.getMessage());
    }
    if (failure instanceof UncheckedIOException io) {
      return String.valueOf(io.getCause());
    }
    if (failure instanceof IllegalArgumentException && failure.getMessage() != null) {
      return failure.getMessage() + ".";
    }
    String text = Causes.text(failure);
    if (failure instanceof AwsServiceException service) {
      return text + remedy(service);
    }
    return failure instanceof SdkClientException && !(failure instanceof DecoratorException)
        ? unreached(text)
        : text;
  }

  private static String remedy(AwsServiceException failure) {
    if (Causes.isDenied(failure)) {
      return " 'evenkeel iam' prints the policy that is needed.";
    }
    return switch (Causes.code(failure)) {
      case "UnrecognizedClientException", "ExpiredTokenException", "InvalidClientTokenId" ->
          " Check the credentials that the AWS SDK finds: environment, profile or role.";
      default -> "";
    };
  }

  private static String unreached(String text) {
    if (text.contains("Unable to load region")) {
      return "no region is said. Set AWS_REGION, or say --region.";
    }
    if (text.contains("Unable to load credentials")) {
      return "no credentials are found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or run where there is a role.";
    }
    return text + " Check the region, the endpoint and the network.";
  }
}
