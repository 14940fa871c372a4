package dev.evenkeel.sharding.internal.query;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The one attribute that a start key carries beyond the item's own key where the key does not tell
 * the shard: {@code 1.<shard>.<seal>}, wire format 1. In a sharded index the shard is two, packed
 * into one number. 1,024 is the place of plain items beside shards. The seal is a hash of the
 * spec's layout, the shard and the key attributes (numbers in canonical form), so a token of
 * another layout, or beside another key, is noticed. It guards against mistakes, not against
 * forgery, and does not name the table: of a table with the same layout it is taken, as DynamoDB
 * takes a start key of another table with the same key schema.
 */
public final class StartKeyToken {
  /** The attribute's name. Together with its value it stays below 64 bytes. */
  static final String ATTRIBUTE = "evenkeel.shard";

  /** Stands for a key that is stored as it is, without a suffix of ours. */
  static final int UNSHARDED = -1;

  private static final String VERSION = "1";

  private final String layout;

  public StartKeyToken(String layout) {
    this.layout = layout;
  }

  public AttributeValue encode(int shard, Map<String, AttributeValue> key) {
    return AttributeValue.fromS(VERSION + "." + shard + "." + seal(shard, key));
  }

  /**
   * The shard a token carries; empty if the token is not one of this layout and key.
   *
   * @param key the start key without the token
   */
  public OptionalInt decode(AttributeValue token, Map<String, AttributeValue> key) {
    String[] parts = token.s() == null ? new String[0] : token.s().split("\\.", -1);
    if (parts.length != 3 || !parts[0].equals(VERSION) || !parts[1].matches("-1|[0-9]{1,7}")) {
      return OptionalInt.empty();
    }
    int shard = Integer.parseInt(parts[1]);
    return seal(shard, key).equals(parts[2]) ? OptionalInt.of(shard) : OptionalInt.empty();
  }

  private String seal(int shard, Map<String, AttributeValue> key) {
    HashStream64 hash = Hashing.xxh3_64().hashStream();
    hash.putString(layout).putInt(shard);
    new TreeMap<>(key).forEach((name, value) -> put(hash, name, value));
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(hash.getAsLong()).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static void put(HashStream64 hash, String name, @Nullable AttributeValue value) {
    hash.putString(name);
    if (value == null || value.b() == null) {
      hash.putString(value == null ? "null" : value.type() + value.s() + number(value));
    } else {
      hash.putByteArray(value.b().asByteArrayUnsafe());
    }
  }

  /** The one text of a number, so that a key may come back with its numbers written otherwise. */
  private static @Nullable String number(AttributeValue value) {
    try {
      return value.n() == null ? null : CanonicalNumber.of(value.n());
    } catch (InvalidNumberException e) {
      return value.n();
    }
  }
}
