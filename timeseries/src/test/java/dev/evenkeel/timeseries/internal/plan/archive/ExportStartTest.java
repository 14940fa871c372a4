package dev.evenkeel.timeseries.internal.plan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.S3SseAlgorithm;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The requests to DynamoDB. */
class ExportStartTest {
  private static final String ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/t_2026-03-10";

  private static ExportTableToPointInTimeRequest request(BucketSpec.Builder bucket) {
    return ExportStart.request(
        ArchivePolicy.builder(bucket.build()).build(),
        TableDescription.builder().tableName("t_2026-03-10").tableArn(ARN).build(),
        "token");
  }

  @Test
  void request_bucketWithEverything_goesWhereScansDo() {
    ExportTableToPointInTimeRequest request =
        request(
            BucketSpec.builder("archives")
                .prefix("old/readings/")
                .expectedBucketOwner("123456789012")
                .encryption(ObjectEncryption.kms("alias/cold")));

    assertThat(request)
        .isEqualTo(
            ExportTableToPointInTimeRequest.builder()
                .tableArn(ARN)
                .clientToken("token")
                .exportFormat("DYNAMODB_JSON")
                .s3Bucket("archives")
                .s3Prefix("old/readings")
                .s3BucketOwner("123456789012")
                .s3SseAlgorithm(S3SseAlgorithm.KMS)
                .s3SseKmsKeyId("alias/cold")
                .build());
  }

  @Test
  void request_bareBucket_saysNoMoreThanItMust() {
    assertThat(request(BucketSpec.builder("archives")))
        .isEqualTo(
            ExportTableToPointInTimeRequest.builder()
                .tableArn(ARN)
                .clientToken("token")
                .exportFormat("DYNAMODB_JSON")
                .s3Bucket("archives")
                .build());
    assertThat(
            request(BucketSpec.builder("archives").encryption(ObjectEncryption.s3Managed()))
                .s3SseAlgorithm())
        .isEqualTo(S3SseAlgorithm.AES256);
  }
}
