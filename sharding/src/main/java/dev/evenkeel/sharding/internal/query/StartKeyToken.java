package dev.evenkeel.sharding.internal.query;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 *
 * <p>In a table whose items have been moved, a start key that names a place carries {@code
 * 2.<shard>.<era>.<seal>}: it is good in that era only.
 */
public final class StartKeyToken {
  /** The attribute's name. Together with its value it stays below 64 bytes. */
  static final String ATTRIBUTE = "evenkeel.shard";

  /** Stands for a key that is stored as it is, without a suffix of ours. */
  static final int UNSHARDED = -1;

  /** Stands for the place before the first one of an era. */
  static final int BEGIN = -2;

  /**
   * Says, in the first era, that the key is a place in the order of an index's sort key and the
   * table's, which every layout has.
   */
  static final int ORDERED = -2;

  private static final Pattern FORM =
      Pattern.compile(
          "(?:1\\.(-[12]|[0-9]{1,7})|2\\.(-[12]|[0-9]{1,7})\\.([1-9][0-9]{0,8}))\\.(.*)");

  private final String layout;
  private final int era;

  /**
   * @param era of the table's layout, if its start keys name places of that era; 0 if they do not,
   *     or no item was ever moved
   */
  StartKeyToken(String layout, int era) {
    this.layout = layout;
    this.era = era;
  }

  /** Tokens for the table, and for its indexes that are not sharded themselves. */
  static StartKeyToken of(ShardedTable table, int era) {
    return new StartKeyToken(table.name() + "|" + table.spec().layoutId(), era);
  }

  /** The era of a token; 0 for none, or one that names none. */
  static int era(@Nullable AttributeValue token) {
    Matcher form = form(token);
    return form == null || form.group(3) == null ? 0 : Integer.parseInt(form.group(3));
  }

  /** Whether a token was made by a query in sort-key order while items move. */
  static boolean isOrdered(@Nullable AttributeValue token) {
    Matcher form = form(token);
    return form != null && Integer.toString(ORDERED).equals(form.group(1));
  }

  private static @Nullable Matcher form(@Nullable AttributeValue token) {
    Matcher form = FORM.matcher(token == null || token.s() == null ? "" : token.s());
    return form.matches() ? form : null;
  }

  /** The start key of a place. */
  Map<String, AttributeValue> startKey(int place, Map<String, AttributeValue> key) {
    Map<String, AttributeValue> carrying = new LinkedHashMap<>(key);
    carrying.put(ATTRIBUTE, encode(place, key));
    return carrying;
  }

  AttributeValue encode(int shard, Map<String, AttributeValue> key) {
    String version = era == 0 ? "1." + shard : "2." + shard + "." + era;
    return AttributeValue.fromS(version + "." + seal(shard, key));
  }

  /**
   * The shard a token carries; empty if the token is not one of this layout and key.
   *
   * @param key the start key without the token
   */
  OptionalInt decode(@Nullable AttributeValue token, Map<String, AttributeValue> key) {
    Matcher form = form(token);
    if (form == null || era(token) != era) {
      return OptionalInt.empty();
    }
    int shard = Integer.parseInt(form.group(era == 0 ? 1 : 2));
    return seal(shard, key).equals(form.group(4)) ? OptionalInt.of(shard) : OptionalInt.empty();
  }

  /** Whether a token is of this layout and key, and stands for a place. */
  boolean says(int place, @Nullable AttributeValue token, Map<String, AttributeValue> key) {
    return decode(token, key).equals(OptionalInt.of(place));
  }

  private String seal(int shard, Map<String, AttributeValue> key) {
    HashStream64 hash = Hashing.xxh3_64().hashStream();
    hash.putString(layout).putInt(shard);
    if (era > 0) {
      hash.putInt(era);
    }
    new TreeMap<>(key).forEach((name, value) -> put(hash, name, value));
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(hash.getAsLong()).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** A key may come back with its numbers written otherwise. */
  private static void put(HashStream64 hash, String name, @Nullable AttributeValue value) {
    hash.putString(name);
    if (value == null || value.b() == null) {
      hash.putString(
          value == null ? "null" : value.type() + value.s() + CanonicalNumber.orSame(value).n());
    } else {
      hash.putByteArray(value.b().asByteArrayUnsafe());
    }
  }
}
