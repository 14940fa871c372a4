package dev.evenkeel.jobs.work;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Looks at tables where a report is the better for it, and goes without where it may not. */
final class TableDescriptions {
  private TableDescriptions() {}

  /** A table; null if it is not there, or may not be looked at. */
  static @Nullable TableDescription find(DynamoDbClient client, String name) {
    try {
      return client.describeTable(request -> request.tableName(name)).table();
    } catch (AwsServiceException e) {
      return null;
    }
  }
}
