package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;

/** The matching of S3 requests by rules. */
@ExtendWith({LocalS3Extension.class, LocalDynamoDbExtension.class})
class S3RulesTest {
  private static final RequestBody BODY = RequestBody.fromString("content");

  private static final ObjectIdentifier K = ObjectIdentifier.builder().key("k").build();

  private final LocalS3 local;
  private final String bucket;

  S3RulesTest(LocalS3 local) {
    this.local = local;
    this.bucket = local.newBucket();
  }

  private static FaultInjector injector(FaultRule rule) {
    return FaultPlan.seeded(1).rule(rule).build().injector();
  }

  private void useEveryOperation(S3Client client) {
    client.listBuckets();
    client.putObject(r -> r.bucket(bucket).key("k"), BODY);
    client.getObjectAsBytes(r -> r.bucket(bucket).key("k").range("bytes=0-1"));
    client.headObject(r -> r.bucket(bucket).key("k"));
    client.copyObject(
        r -> r.sourceBucket(bucket).sourceKey("k").destinationBucket(bucket).destinationKey("c"));
    client.listObjectsV2(r -> r.bucket(bucket).prefix(""));
    client.deleteObject(r -> r.bucket(bucket).key("c"));
    client.deleteObjects(r -> r.bucket(bucket).delete(d -> d.objects(K)));
    String upload = client.createMultipartUpload(r -> r.bucket(bucket).key("m")).uploadId();
    String tag =
        client
            .uploadPart(r -> r.bucket(bucket).key("m").uploadId(upload).partNumber(1), BODY)
            .eTag();
    client.listParts(r -> r.bucket(bucket).key("m").uploadId(upload));
    CompletedPart part = CompletedPart.builder().partNumber(1).eTag(tag).build();
    client.completeMultipartUpload(
        r -> r.bucket(bucket).key("m").uploadId(upload).multipartUpload(m -> m.parts(part)));
    String dropped = client.createMultipartUpload(r -> r.bucket(bucket).key("m")).uploadId();
    client.abortMultipartUpload(r -> r.bucket(bucket).key("m").uploadId(dropped));
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void journal_everyOperation_isToldByMethodPathAndQuery(ClientKind tested) {
    FaultInjector faults = injector(FaultRule.inject(Fault.delay(Duration.ZERO)));
    try (S3Client client = tested.client(local, faults)) {
      useEveryOperation(client);
    }

    assertThat(faults.journal())
        .extracting(InjectedFault::operation)
        .containsExactly(
            "ListBuckets",
            "PutObject",
            "GetObject",
            "HeadObject",
            "CopyObject",
            "ListObjectsV2",
            "DeleteObject",
            "DeleteObjects",
            "CreateMultipartUpload",
            "UploadPart",
            "ListParts",
            "CompleteMultipartUpload",
            "CreateMultipartUpload",
            "AbortMultipartUpload");
    assertThat(faults.journal().get(0).resources()).isEmpty();
    assertThat(faults.journal().subList(1, 14))
        .extracting(InjectedFault::resources)
        .containsOnly(Set.of(bucket));
  }

  @Test
  void journal_operationNotListed_showsWhatItWasToldBy() {
    FaultInjector faults = injector(FaultRule.inject(Fault.delay(Duration.ZERO)));
    try (S3Client client = local.client(faults.httpClientBuilder())) {
      client.getBucketVersioning(r -> r.bucket(bucket));
    }
    assertThat(faults.journal())
        .extracting(InjectedFault::operation)
        .containsExactly("GET BUCKET [versioning]");
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void rule_bucketOperationAndKey_strikesOnlyThese(ClientKind tested) {
    String other = local.newBucket();
    FaultInjector faults =
        injector(
            FaultRule.inject(Fault.slowDown())
                .into("PutObject")
                .onBucket(bucket)
                .whereObjectKey(key -> key.equals("a b/+ü"))
                .nth(2));
    try (S3Client client = tested.client(local, faults)) {
      for (String key : List.of("a b/+ü", "other", "a b/+ü", "a b/+ü")) {
        put(client, other, key);
        put(client, bucket, key);
      }
    }
    assertThat(faults.journal())
        .containsExactly(new InjectedFault(6, "PutObject", Set.of(bucket), "slowDown()", 2));
  }

  private static void put(S3Client client, String bucket, String key) {
    try {
      client.putObject(r -> r.bucket(bucket).key(key), BODY);
    } catch (SdkException expected) {
      assertThat(expected).hasMessageContaining("Please reduce your request rate.");
    }
  }

  private List<InjectedFault> journalOfFortyPuts(ClientKind tested, long seed) {
    FaultInjector faults =
        FaultPlan.seeded(seed)
            .rule(FaultRule.inject(Fault.slowDown()).withProbability(0.3))
            .build()
            .injector();
    try (S3Client client = tested.client(local, faults)) {
      for (int i = 0; i < 40; i++) {
        put(client, bucket, "k");
      }
    }
    assertThat(faults.requestCount()).isEqualTo(40);
    return faults.journal();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void injector_sameSeedAndOrder_sameFaults(ClientKind tested) {
    List<InjectedFault> journal = journalOfFortyPuts(tested, 42);

    assertThat(journal).isNotEmpty().hasSizeLessThan(40);
    assertThat(journalOfFortyPuts(ClientKind.SYNC, 42)).isEqualTo(journal);
    assertThat(journalOfFortyPuts(ClientKind.SYNC, 43)).isNotEqualTo(journal);
  }

  @Test
  void injector_clientsOfBothServices_keepsOneJournalAndTellsThemApart(LocalDynamoDb dynamoDb) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.delay(Duration.ZERO)).onTable(bucket))
            .rule(FaultRule.inject(Fault.slowDown()).whereKey("pk", pk -> true))
            .rule(FaultRule.inject(Fault.throttled(ThrottleLimit.ACCOUNT)).onBucket(bucket))
            .rule(FaultRule.inject(Fault.delay(Duration.ZERO)))
            .build()
            .injector();
    try (S3Client s3 = local.client(faults.httpClientBuilder());
        DynamoDbClient tables = dynamoDb.client(faults.httpClientBuilder())) {
      s3.putObject(r -> r.bucket(bucket).key("k"), BODY);
      tables.listTables();
      s3.deleteObject(r -> r.bucket(bucket).key("k"));
    }
    assertThat(faults.journal())
        .extracting(InjectedFault::operation)
        .containsExactly("PutObject", "ListTables", "DeleteObject");
  }

  @Test
  void toString_rulesOfS3_printWhatTheySay() {
    assertThat(
            FaultRule.inject(Fault.preconditionFailed(Moment.AFTER_APPLY))
                .into("PutObject")
                .onBucket("b")
                .whereObjectKey(key -> true))
        .hasToString(
            "inject preconditionFailed(AFTER_APPLY) into [PutObject] on [b] where object key,"
                + " always");
    assertThat(List.of(Fault.downloadCut(), Fault.uploadCut(7), Fault.corruptDownload(0)))
        .hasToString("[downloadCut(), uploadCut(7), corruptDownload(0)]");
  }
}
