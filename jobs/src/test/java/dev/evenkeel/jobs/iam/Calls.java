package dev.evenkeel.jobs.iam;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Notes what is sent, in the words of IAM, and refuses what a policy does not grant. */
public final class Calls implements ExecutionInterceptor {
  /** AWS, "Actions, resources, and condition keys for Amazon S3". */
  private static final Map<String, String> S3_ACTIONS =
      Map.ofEntries(
          Map.entry("HeadObject", "GetObject"),
          Map.entry("ListObjectsV2", "ListBucket"),
          Map.entry("ListMultipartUploads", "ListBucketMultipartUploads"),
          Map.entry("CreateMultipartUpload", "PutObject"),
          Map.entry("UploadPart", "PutObject"),
          Map.entry("CompleteMultipartUpload", "PutObject"),
          Map.entry("DeleteObjects", "DeleteObject"));

  private static final List<String> TABLE_KEY =
      List.of("CreateGrant", "Decrypt", "DescribeKey", "Encrypt", "GenerateDataKey", "ReEncryptTo");

  private final Set<Call> sent = new ConcurrentSkipListSet<>();
  private final Set<Call> refused = new ConcurrentSkipListSet<>();
  private final Map<String, String> keys = new HashMap<>();
  private @Nullable List<Statement> granted;

  /** An action on a resource. */
  public record Call(String action, String resource) implements Comparable<Call> {
    @Override
    public int compareTo(Call other) {
      return toString().compareTo(other.toString());
    }
  }

  /** From now on what the policy of a configuration does not grant is refused. */
  public void under(Configuration configuration) {
    granted = Rights.of(configuration).statements();
    Stream.concat(
            configuration.chunking().stream().map(spec -> spec.bucket()),
            configuration.tables().stream()
                .map(spec -> spec.archive() == null ? null : spec.archive().bucket()))
        .filter(Objects::nonNull)
        .forEach(this::key);
  }

  /** From now on what these do not grant is refused. */
  public void granting(Collection<Statement> statements) {
    granted = List.copyOf(statements);
  }

  private void key(BucketSpec bucket) {
    if (bucket.encryption() instanceof ObjectEncryption.Kms kms) {
      keys.put(bucket.bucket(), Rights.key(kms.keyId()));
    }
  }

  public Collection<Call> sent() {
    return List.copyOf(sent);
  }

  public Collection<Call> refused() {
    return List.copyOf(refused);
  }

  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    asked(context.request());
  }

  /** Notes a request, and throws what AWS answers if it is not granted. */
  public void asked(SdkRequest request) {
    boolean isDynamoDb = request instanceof DynamoDbRequest;
    List<Call> needed = isDynamoDb ? dynamodb(request) : s3(request);
    sent.addAll(needed);
    if (granted == null || needed.stream().allMatch(call -> Rights.allow(granted, call))) {
      return;
    }
    refused.addAll(needed.stream().filter(call -> !Rights.allow(granted, call)).toList());
    AwsErrorDetails details =
        AwsErrorDetails.builder()
            .errorCode(isDynamoDb ? "AccessDeniedException" : "AccessDenied")
            .errorMessage("no rights")
            .build();
    throw isDynamoDb
        ? DynamoDbException.builder().statusCode(400).awsErrorDetails(details).build()
        : S3Exception.builder().statusCode(403).awsErrorDetails(details).build();
  }

  private static String operation(SdkRequest request) {
    return request.getClass().getSimpleName().replaceAll("Request$", "");
  }

  private List<Call> s3(SdkRequest request) {
    String name = request.getValueForField("Bucket", String.class).orElseThrow();
    String action = "s3:" + S3_ACTIONS.getOrDefault(operation(request), operation(request));
    String bucket = "arn:aws:s3:::" + name;
    if (request instanceof DeleteObjectsRequest deletes) {
      return deletes.delete().objects().stream()
          .map(object -> new Call(action, bucket + "/" + object.key()))
          .toList();
    }
    String key = request.getValueForField("Key", String.class).map(k -> "/" + k).orElse("");
    List<Call> calls = new ArrayList<>(List.of(new Call(action, bucket + key)));
    String kms = keys.get(name);
    if (kms != null && action.equals("s3:PutObject")) {
      calls.add(new Call("kms:GenerateDataKey", kms));
    }
    if (kms != null && (action.equals("s3:GetObject") || operation(request).contains("Upload"))) {
      calls.add(new Call("kms:Decrypt", kms));
    }
    return calls;
  }

  private List<Call> dynamodb(SdkRequest request) {
    if (request instanceof TransactWriteItemsRequest transaction) {
      return transaction.transactItems().stream().map(Calls::write).toList();
    }
    if (request instanceof TransactGetItemsRequest transaction) {
      return transaction.transactItems().stream()
          .map(read -> new Call("dynamodb:GetItem", arn(read.get().tableName())))
          .toList();
    }
    List<Call> calls = new ArrayList<>();
    tables(request).forEach(table -> calls.add(new Call("dynamodb:" + operation(request), table)));
    if (request instanceof CreateTableRequest create
        && create.sseSpecification() != null
        && create.sseSpecification().kmsMasterKeyId() != null) {
      String key = Rights.key(create.sseSpecification().kmsMasterKeyId());
      TABLE_KEY.forEach(action -> calls.add(new Call("kms:" + action, key)));
    }
    if (request instanceof ExportTableToPointInTimeRequest export && export.s3Bucket() != null) {
      String files = "arn:aws:s3:::" + export.s3Bucket() + "/" + export.s3Prefix() + "/file";
      List.of("PutObject", "PutObjectAcl", "AbortMultipartUpload")
          .forEach(action -> calls.add(new Call("s3:" + action, files)));
      if (export.s3SseKmsKeyId() != null) {
        calls.add(new Call("kms:GenerateDataKey", Rights.key(export.s3SseKmsKeyId())));
      }
    }
    return calls;
  }

  /** A transaction needs the rights of what it consists of. */
  private static Call write(TransactWriteItem write) {
    if (write.conditionCheck() != null) {
      return new Call("dynamodb:ConditionCheckItem", arn(write.conditionCheck().tableName()));
    }
    if (write.put() != null) {
      return new Call("dynamodb:PutItem", arn(write.put().tableName()));
    }
    return write.update() != null
        ? new Call("dynamodb:UpdateItem", arn(write.update().tableName()))
        : new Call("dynamodb:DeleteItem", arn(write.delete().tableName()));
  }

  private static Collection<String> tables(SdkRequest request) {
    if (request instanceof BatchGetItemRequest batch) {
      return batch.requestItems().keySet().stream().map(Calls::arn).toList();
    }
    if (request instanceof BatchWriteItemRequest batch) {
      return batch.requestItems().keySet().stream().map(Calls::arn).toList();
    }
    return Stream.of("TableName", "ResourceArn", "TableArn", "ExportArn")
        .flatMap(field -> request.getValueForField(field, String.class).stream())
        .findFirst()
        .map(table -> List.of(arn(table.substring(table.indexOf('/') + 1))))
        .orElse(List.of("*"));
  }

  private static String arn(String table) {
    return "arn:aws:dynamodb:eu-central-1:123456789012:table/" + table;
  }
}
