package dev.evenkeel.core.internal.operation;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/**
 * The region and account in which a client finds a table that is named plainly. An ARN means the
 * same table if it says the same; what the scope does not know is assumed to agree.
 *
 * <p>A client knows its region but not its account. So an ARN of a table of that name in another
 * account is taken for the client's own table, until the account is set. DynamoDB Local writes the
 * region {@code ddblocal} into every ARN, whatever region its client uses; such an ARN says nothing
 * about the place.
 *
 * @param region the region's id, such as {@code eu-west-1}; null if unknown
 * @param account the twelve-digit account id; null if unknown
 */
public record TableScope(@Nullable String region, @Nullable String account) {
  private static final String LOCAL_REGION = "ddblocal";

  /** The scope of {@code client}; its account is unknown. */
  public static TableScope of(DynamoDbClient client) {
    return of(client::serviceClientConfiguration);
  }

  /** The scope of {@code client}; its account is unknown. */
  public static TableScope of(DynamoDbAsyncClient client) {
    return of(client::serviceClientConfiguration);
  }

  /** The same region, and this account. */
  public TableScope withAccount(String account) {
    return new TableScope(region, account);
  }

  /** Whether a table so named may lie in this scope. */
  public boolean admits(TableName table) {
    return isLocal(table) || (agree(region, table.region()) && agree(account, table.account()));
  }

  /** The union of both scopes. */
  TableScope learnFrom(TableName table) {
    if (isLocal(table)) {
      return this;
    }
    return new TableScope(
        region != null ? region : table.region(), account != null ? account : table.account());
  }

  private static boolean isLocal(TableName table) {
    return LOCAL_REGION.equals(table.region());
  }

  private static boolean agree(@Nullable String known, @Nullable String given) {
    return known == null || given == null || known.equals(given);
  }

  private static TableScope of(Configured client) {
    try {
      Region region = client.configuration().region();
      return new TableScope(region == null ? null : region.id(), null);
    } catch (RuntimeException e) {
      // A stand-in client that has no configuration, or a proxy that has no client yet.
      return new TableScope(null, null);
    }
  }

  private interface Configured {
    DynamoDbServiceClientConfiguration configuration();
  }
}
