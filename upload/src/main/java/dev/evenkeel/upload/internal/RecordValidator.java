package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import dev.evenkeel.upload.spec.UploadSource.SourceRecord;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Checks what can be checked of a record before it is sent: key, size and numbers. DynamoDB checks
 * the rest.
 */
public final class RecordValidator {
  /**
   * About what an attribute value takes in memory beside its bytes: the value object, the entry of
   * its map or list, its string or number and the name. Measured on a 64-bit JVM with compressed
   * pointers: 150 to 220.
   */
  private static final long VALUE_HEAP_BYTES = 200;

  /** About what an item takes beside its values: its map, its key and its place in the window. */
  private static final long ITEM_HEAP_BYTES = 500;

  /**
   * A limit of depth far above DynamoDB's 32 levels, which DynamoDB enforces itself. Deeper items
   * would overflow the stack of the SDK.
   */
  private static final int LEVELS_MAX = 64;

  private final KeySchema schema;
  private final long itemBytesMax;

  /**
   * A validator.
   *
   * @param schema the key of the table, as the client shows it
   * @param itemBytesMax the largest item that the client stores
   */
  public RecordValidator(KeySchema schema, long itemBytesMax) {
    this.schema = schema;
    this.itemBytesMax = itemBytesMax;
  }

  /** The record at a position: an item to send, or rejected. */
  public UploadEntry take(long position, SourceRecord entry) {
    Map<String, AttributeValue> item = entry.item();
    if (item == null) {
      String problem = entry.problem() == null ? "it is unreadable" : entry.problem();
      return rejected(position, entry, problem, entry.cause());
    }
    try {
      return take(position, entry, item);
    } catch (SdkException e) {
      return rejected(position, entry, String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      return rejected(
          position, entry, "it holds something that is no attribute value, such as a null", e);
    }
  }

  private UploadEntry take(long position, SourceRecord entry, Map<String, AttributeValue> item) {
    ItemKey key = keyOf(item);
    if (isDeeper(item.values(), LEVELS_MAX)) {
      String reason = "it is nested more than %d levels deep, and DynamoDB stores 32";
      return rejected(position, entry, reason.formatted(LEVELS_MAX), null);
    }
    if (!areWellFormed(item)) {
      String reason = "a text has a surrogate without its partner, which DynamoDB cannot store";
      return rejected(position, entry, reason, null);
    }
    long bytes = ItemSize.bytes(item);
    if (bytes > itemBytesMax) {
      String reason = "it has %d bytes but DynamoDB stores at most %d";
      return rejected(position, entry, reason.formatted(bytes, itemBytesMax), null);
    }
    long heapBytes = ITEM_HEAP_BYTES + bytes + VALUE_HEAP_BYTES * values(item.values());
    return new UploadEntry.Item(position, entry.line(), item, key, bytes, heapBytes);
  }

  ItemKey keyOf(Map<String, AttributeValue> item) {
    return ItemKey.of(schema, item);
  }

  private static UploadEntry rejected(
      long position, SourceRecord entry, String reason, @Nullable Throwable cause) {
    return new UploadEntry.Rejected(new RejectedItem(position, entry.line(), reason, cause));
  }

  private static boolean isDeeper(Collection<AttributeValue> values, int levels) {
    for (AttributeValue value : values) {
      Collection<AttributeValue> inside = value.hasM() ? value.m().values() : value.l();
      if (!inside.isEmpty() && (levels == 0 || isDeeper(inside, levels - 1))) {
        return true;
      }
    }
    return false;
  }

  /** The SDK would store a question mark for half a character. */
  private static boolean areWellFormed(Map<String, AttributeValue> entries) {
    for (Map.Entry<String, AttributeValue> entry : entries.entrySet()) {
      if (!Utf8.isWellFormed(entry.getKey()) || !isWellFormed(entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWellFormed(AttributeValue value) {
    if (value.s() != null) {
      return Utf8.isWellFormed(value.s());
    }
    for (AttributeValue element : value.l()) {
      if (!isWellFormed(element)) {
        return false;
      }
    }
    return (!value.hasSs() || value.ss().stream().allMatch(Utf8::isWellFormed))
        && areWellFormed(value.m());
  }

  private static long values(Collection<AttributeValue> values) {
    long count = values.size();
    for (AttributeValue value : values) {
      if (value.hasL()) {
        count += values(value.l());
      } else if (value.hasM()) {
        count += values(value.m().values());
      } else {
        count += (value.ss().size() + value.ns().size() + value.bs().size()) / 2;
      }
    }
    return count;
  }
}
