package dev.evenkeel.sharding.internal.transact;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ShardSelector;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Picks the shards of the puts of one transaction. An item's own token comes first.
 *
 * <p>A drawn shard is derived from the ClientRequestToken and the place of the action, with the
 * frozen hash. DynamoDB takes a token for ten minutes and refuses it with other parameters (AWS:
 * TransactWriteItems API reference), so a retry with the same token, in whatever process, must
 * become the same request. Without a token each call is a transaction of its own: the delegate
 * makes a token for it, below this client, and its retries send one and the same request.
 */
public final class TransactionDraw {
  private static final String TOKEN = "token";
  private static final String POSITION = "position";
  private static final ShardSelector DERIVED = ShardSelector.hashOf(TOKEN, POSITION);

  private final @Nullable String token;

  public TransactionDraw(@Nullable String token) {
    this.token = token;
  }

  public int shard(
      Call call,
      ShardedTable table,
      AttributeValue key,
      Map<String, AttributeValue> item,
      int position) {
    if (token == null || !table.drawn(key) || table.drawnByToken(key)) {
      return table.shardForWrite(call, key, item);
    }
    return DERIVED.select(
        Map.of(
            TOKEN, AttributeValue.fromS(token),
            POSITION, AttributeValue.fromN(Integer.toString(position))),
        table.shards(key));
  }
}
