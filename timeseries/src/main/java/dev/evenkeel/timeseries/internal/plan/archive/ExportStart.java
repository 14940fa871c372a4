package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.time.Instant;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.ExportConflictException;
import software.amazon.awssdk.services.dynamodb.model.ExportDescription;
import software.amazon.awssdk.services.dynamodb.model.ExportFormat;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryUnavailableException;
import software.amazon.awssdk.services.dynamodb.model.S3SseAlgorithm;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Requests the export of a table, idempotently. */
record ExportStart(ArchiveRecord archive, Consumer<String> notes) {
  /** The result of the request. */
  enum Answer {
    /** An export exists, and its ARN is recorded. */
    TAKEN,
    /** Writes that were made before the freeze may not be in it yet. */
    TOO_EARLY,
    /** The table is to be scanned. */
    IMPOSSIBLE
  }

  /**
   * Its token is recorded already, so a request after a crash finds the same export.
   *
   * @param now when
   */
  Flow<Answer> ask(Instant now) {
    if (archive.export().arn() != null) {
      return Flow.of(Answer.TAKEN);
    } else if (now.isBefore(archive.header().settled())) {
      return Flow.of(Answer.TOO_EARLY);
    }
    return TableCall.export(request(archive.policy(), archive.table(), archive.export().token()))
        .then(answer -> taken(answer.exportDescription(), now))
        .recover(failure -> refused(failure, now));
  }

  /** The request without a time, which means now: any other is five minutes ago at best. */
  static ExportTableToPointInTimeRequest request(
      ArchivePolicy policy, TableDescription table, String token) {
    BucketSpec bucket = policy.bucket();
    ExportTableToPointInTimeRequest.Builder request =
        ExportTableToPointInTimeRequest.builder()
            .tableArn(table.tableArn())
            .clientToken(token)
            .exportFormat(ExportFormat.DYNAMODB_JSON)
            .s3Bucket(bucket.bucket())
            .s3BucketOwner(bucket.expectedBucketOwner());
    if (!bucket.prefix().isEmpty()) {
      request.s3Prefix(bucket.prefix().substring(0, bucket.prefix().length() - 1));
    }
    if (bucket.encryption() instanceof ObjectEncryption.Kms kms) {
      request.s3SseAlgorithm(S3SseAlgorithm.KMS).s3SseKmsKeyId(kms.keyId());
    } else if (bucket.encryption() instanceof ObjectEncryption.S3Managed) {
      request.s3SseAlgorithm(S3SseAlgorithm.AES256);
    }
    return request.build();
  }

  private Flow<Answer> taken(ExportDescription begun, Instant now) {
    String arn = begun.exportArn();
    String id = arn.substring(arn.lastIndexOf('/') + 1);
    return archive
        .progress()
        .claim(archive.header().exported(id, archive.export().taken(arn, now)))
        .map(done -> Answer.TAKEN);
  }

  private Flow<Answer> refused(Throwable failure, Instant now) {
    ArchivePolicy policy = archive.policy();
    TableDescription table = archive.table();
    boolean isOff = failure instanceof PointInTimeRecoveryUnavailableException;
    if (policy.method() == ArchiveMethodPolicy.AUTO) {
      if (ErrorCode.isDenied(failure)) {
        MethodChoice.noteScan(table, failure, notes);
      }
      return isOff || ErrorCode.isDenied(failure) || Refusals.isUnsupported(failure)
          ? Flow.of(Answer.IMPOSSIBLE)
          : failed(failure, now);
    } else if (isOff) {
      return Flow.failed(ExportFailure.unrecoverable(table.tableName(), policy, failure));
    }
    return Refusals.isUnsupported(failure)
        ? Flow.failed(ExportFailure.unsupported(table.tableName(), policy, failure))
        : failed(failure, now);
  }

  /** A token of another request, as before a change of the bucket, cannot be reused. */
  private Flow<Answer> failed(Throwable failure, Instant now) {
    return failure instanceof ExportConflictException
        ? ExportFailure.note(archive, Refusals.text(failure), now)
        : Flow.failed(failure);
  }
}
