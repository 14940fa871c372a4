package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.item.KeySchema;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The inverse of {@link Parent#text}. The table's schema determines the types of the key values, so
 * the table is read first.
 *
 * @param text the whole
 * @param table the parent's table
 * @param attribute the parent's attribute
 * @param values the key values, as they are written
 */
public record ParentText(String text, String table, String attribute, List<String> values) {

  /** Takes a text apart; null if no parent has such a text. */
  public static @Nullable ParentText of(String text) {
    List<String> parts = List.of(text.split("#", -1));
    return parts.size() < 3
        ? null
        : new ParentText(
            text, unescaped(parts.get(0)), unescaped(parts.get(1)), parts.subList(2, parts.size()));
  }

  /** The parent; null if its text would be another, or DynamoDB would not take its key. */
  public @Nullable Parent parent(KeySchema schema) {
    List<String> names = schema.attributes();
    if (values.size() != names.size()) {
      return null;
    }
    try {
      Map<String, AttributeValue> key = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        key.put(names.get(i), value(values.get(i)));
      }
      schema.validate(key);
      Parent parent = new Parent(table, key, attribute);
      return parent.text(schema).equals(text) ? parent : null;
    } catch (DecoratorException | IllegalArgumentException noKey) {
      return null;
    }
  }

  private static AttributeValue value(String tagged) {
    String rest = tagged.length() < 2 ? "" : tagged.substring(2);
    return switch (tagged.substring(0, tagged.length() - rest.length())) {
      case "S:" -> AttributeValue.fromS(unescaped(rest));
      case "N:" -> AttributeValue.fromN(rest);
      case "B:" ->
          AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(Base64.getUrlDecoder().decode(rest)));
      default -> throw new IllegalArgumentException("no key value is written so");
    };
  }

  /**
   * Text that is no valid escape stays as it is. Escaping it again gives another text, which shows
   * the damage.
   */
  private static String unescaped(String text) {
    return text.replace("%23", "#").replace("%25", "%");
  }

  /**
   * The key of a chunk, read again.
   *
   * @param chunkParent the parent's part of a chunk's key, as {@link PayloadKeys#chunkParent} wrote
   *     it
   * @param writeId the write that it belongs to
   * @param number the number of the chunk in its payload, counted from 1
   */
  public record ChunkName(String chunkParent, WriteId writeId, int number) {
    private static final String HASHED = PayloadKeys.VERSION + PayloadKeys.HASH_SIGN;
    private static final Pattern KEY =
        Pattern.compile("(1#.+)#([0-9a-f]{32})#([1-9][0-9]{0,9})", Pattern.DOTALL);
    private static final Pattern SORT = Pattern.compile("([0-9a-f]{32})#([0-9]{10})");

    /** The chunk with this key in a table with a partition key alone; null if it is none. */
    public static @Nullable ChunkName ofKey(String key) {
      Matcher matcher = KEY.matcher(key);
      return matcher.matches() ? of(matcher.group(1), matcher.group(2), matcher.group(3)) : null;
    }

    /** The chunk with these keys in a table that has a sort key; null if it is none. */
    public static @Nullable ChunkName ofKeys(String partition, String sort) {
      Matcher matcher = SORT.matcher(sort);
      return partition.startsWith(PayloadKeys.VERSION) && matcher.matches()
          ? of(partition, matcher.group(1), matcher.group(2))
          : null;
    }

    private static @Nullable ChunkName of(String chunkParent, String writeId, String digits) {
      long number = Long.parseLong(digits);
      return number < 1 || number > Integer.MAX_VALUE
          ? null
          : new ChunkName(chunkParent, WriteId.ofHex(writeId), (int) number);
    }

    /** The parent's text; null if the key has the parent's hash, or cannot be read. */
    public @Nullable ParentText parentText() {
      return isHashed() ? null : ParentText.of(chunkParent.substring(PayloadKeys.VERSION.length()));
    }

    /** Whether only the row names the parent. */
    public boolean isHashed() {
      return chunkParent.startsWith(HASHED);
    }

    /** Whether chunks of this parent have such keys. */
    public boolean isOf(KeySchema schema, Parent parent) {
      return PayloadKeys.chunkParent(schema, parent).equals(chunkParent);
    }
  }
}
