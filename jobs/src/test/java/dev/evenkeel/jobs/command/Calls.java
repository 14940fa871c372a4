package dev.evenkeel.jobs.command;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Notes what is sent, in the words of IAM. */
final class Calls implements ExecutionInterceptor {
  /** AWS, "Actions, resources, and condition keys for Amazon S3". */
  private static final Map<String, String> S3_ACTIONS =
      Map.of(
          "HeadObject", "GetObject",
          "ListObjectsV2", "ListBucket",
          "ListMultipartUploads", "ListBucketMultipartUploads",
          "DeleteObjects", "DeleteObject");

  private final Set<Call> sent = new ConcurrentSkipListSet<>();

  /** An action on a resource. */
  record Call(String action, String resource) implements Comparable<Call> {
    @Override
    public int compareTo(Call other) {
      return toString().compareTo(other.toString());
    }
  }

  Collection<Call> sent() {
    return List.copyOf(sent);
  }

  @Override
  public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
    String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    if (attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME).equals("S3")) {
      String bucket =
          "arn:aws:s3:::"
              + context.request().getValueForField("Bucket", String.class).orElseThrow();
      String key =
          context.request().getValueForField("Key", String.class).map(k -> "/" + k).orElse("");
      sent.add(new Call("s3:" + S3_ACTIONS.getOrDefault(operation, operation), bucket + key));
    } else if (context.request() instanceof TransactWriteItemsRequest transaction) {
      transaction.transactItems().forEach(this::write);
    } else {
      tables(context.request())
          .forEach(table -> sent.add(new Call("dynamodb:" + operation, table)));
    }
  }

  /** A transaction needs the rights of what it consists of. */
  private void write(TransactWriteItem write) {
    if (write.conditionCheck() != null) {
      sent.add(new Call("dynamodb:ConditionCheckItem", arn(write.conditionCheck().tableName())));
    }
    if (write.put() != null) {
      sent.add(new Call("dynamodb:PutItem", arn(write.put().tableName())));
    }
  }

  private static Collection<String> tables(SdkRequest request) {
    if (request instanceof BatchGetItemRequest batch) {
      return batch.requestItems().keySet().stream().map(Calls::arn).toList();
    }
    if (request instanceof BatchWriteItemRequest batch) {
      return batch.requestItems().keySet().stream().map(Calls::arn).toList();
    }
    Optional<String> name = request.getValueForField("TableName", String.class);
    Optional<String> arn = request.getValueForField("ResourceArn", String.class);
    return List.of(name.or(() -> arn.map(Calls::name)).map(Calls::arn).orElse("*"));
  }

  private static String name(String arn) {
    return arn.substring(arn.indexOf('/') + 1);
  }

  private static String arn(String table) {
    return "arn:aws:dynamodb:eu-central-1:123456789012:table/" + table;
  }
}
