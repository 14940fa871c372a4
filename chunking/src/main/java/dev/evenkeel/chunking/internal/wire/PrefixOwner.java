package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingException.Reason;
import dev.evenkeel.chunking.spec.LargeValueException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The table that owns a prefix of a bucket, as recorded in an object below the prefix.
 *
 * @param tableArn account, region and name of the table
 * @param creation the table's id, which differs from those of earlier and later tables of the same
 *     name
 */
public record PrefixOwner(String tableArn, String creation) {
  /** The most bytes of such an object that are read. */
  public static final int BYTES_MAX = 4096;

  private static final String FORMAT = "1";

  /** The key of the object, after the bucket's prefix; no value has one like it. */
  public static String key(String table) {
    return PayloadKeys.objectsOf(table) + "owner";
  }

  /** The object. */
  public byte[] write() {
    Map<String, AttributeValue> owner = new TreeMap<>();
    owner.put("format", AttributeValue.fromN(FORMAT));
    owner.put("table", AttributeValue.fromS(tableArn));
    owner.put("creation", AttributeValue.fromS(creation));
    return PayloadBytes.of(AttributeValue.fromM(owner)).bytes();
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param where it is, to be named if it is something else
   * @throws dev.evenkeel.chunking.spec.ChunkingException if it is something else, or of a newer
   *     format
   */
  public static PrefixOwner read(byte[] object, String where) {
    try {
      Map<String, AttributeValue> owner =
          PayloadBytes.value(new Payload(AttributeValue.Type.M, object)).m();
      AttributeValue format = owner.get("format");
      AttributeValue table = owner.get("table");
      AttributeValue creation = owner.get("creation");
      if (owner.size() == 3
          && format != null
          && FORMAT.equals(format.n())
          && table != null
          && table.s() != null
          && creation != null
          && creation.s() != null) {
        return new PrefixOwner(table.s(), creation.s());
      }
    } catch (LargeValueException notOurs) {
      throw unreadable(object, where, notOurs);
    }
    throw unreadable(object, where, null);
  }

  private static ChunkingException unreadable(
      byte[] object, String where, @Nullable Throwable cause) {
    return new ChunkingException(
        Reason.PREFIX_OWNER,
        "%s does not say whose the values beside it are: it has %d bytes, and they are none of format %s. Look at it; a newer version of Evenkeel may have written it."
            .formatted(where, object.length, FORMAT),
        cause);
  }

  /** The owner as messages name it. */
  public String text() {
    return "table %s (%s)".formatted(tableArn, creation);
  }
}
