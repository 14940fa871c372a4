package dev.evenkeel.testkit.control;

import java.net.SocketException;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExportConflictException;
import software.amazon.awssdk.services.dynamodb.model.ExportNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.InvalidExportTimeException;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** Failures as the SDK would have made them from DynamoDB's answers. */
final class Errors {
  /**
   * Older SDKs have no type for ThrottlingException: this class alone names it. There it is what
   * the SDK makes of a code that it does not know.
   */
  private static final class Newer {
    private static final boolean KNOWN =
        Stream.of(RequestLimitExceededException.Builder.class.getMethods())
            .anyMatch(method -> method.getName().equals("throttlingReasons"));

    static DynamoDbException.Builder throttling() {
      return KNOWN ? ThrottlingException.builder() : DynamoDbException.builder();
    }
  }

  private Errors() {}

  static DynamoDbException invalid(String message) {
    return filled(DynamoDbException.builder(), "ValidationException", message);
  }

  static DynamoDbException unknownOperation(String message) {
    return filled(DynamoDbException.builder(), "UnknownOperationException", message);
  }

  static DynamoDbException inUse(String message) {
    return filled(ResourceInUseException.builder(), "ResourceInUseException", message);
  }

  static DynamoDbException notFound(String message) {
    return filled(ResourceNotFoundException.builder(), "ResourceNotFoundException", message);
  }

  /** The answers to operations on backups. */
  static DynamoDbException tableNotFound(String table) {
    return filled(
        TableNotFoundException.builder(), "TableNotFoundException", "Table not found: " + table);
  }

  static DynamoDbException backupsUnavailable(String table) {
    return filled(
        ContinuousBackupsUnavailableException.builder(),
        "ContinuousBackupsUnavailableException",
        "Backups are being enabled for the table: " + table + ". Please retry later");
  }

  static DynamoDbException recoveryUnavailable(String table) {
    return filled(
        PointInTimeRecoveryUnavailableException.builder(),
        "PointInTimeRecoveryUnavailableException",
        "Point in time recovery is not enabled for table '" + table + "'");
  }

  static DynamoDbException invalidExportTime(String message) {
    return filled(InvalidExportTimeException.builder(), "InvalidExportTimeException", message);
  }

  static DynamoDbException exportConflict() {
    return filled(
        ExportConflictException.builder(),
        "ExportConflictException",
        "Export conflict: Duplicate request detected with conflicting parameters");
  }

  static DynamoDbException exportNotFound(String arn) {
    return filled(
        ExportNotFoundException.builder(),
        "ExportNotFoundException",
        "Export not found: Export not found: " + arn);
  }

  /** Quotas of an account, and of a table's changes. */
  static DynamoDbException limit(String message) {
    return filled(
        LimitExceededException.builder(),
        "LimitExceededException",
        "Subscriber limit exceeded: " + message);
  }

  static DynamoDbException throttled() {
    return filled(Newer.throttling(), "ThrottlingException", "Rate exceeded");
  }

  static SdkClientException connectionLost() {
    return SdkClientException.create(
        "Unable to execute HTTP request: Connection reset (injected by a simulator)",
        new SocketException("Connection reset (injected by a simulator)"));
  }

  static DynamoDbException conditionFailed() {
    return filled(
        ConditionalCheckFailedException.builder(),
        "ConditionalCheckFailedException",
        "The conditional request failed");
  }

  private static DynamoDbException filled(
      DynamoDbException.Builder builder, String code, String message) {
    AwsErrorDetails details =
        AwsErrorDetails.builder()
            .serviceName("DynamoDb")
            .errorCode(code)
            .errorMessage(message)
            .build();
    return (DynamoDbException)
        builder
            .message(message)
            .statusCode(400)
            .requestId("simulated")
            .awsErrorDetails(details)
            .build();
  }
}
