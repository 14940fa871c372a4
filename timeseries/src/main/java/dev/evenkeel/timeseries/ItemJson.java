package dev.evenkeel.timeseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveObject;
import dev.evenkeel.timeseries.internal.plan.archive.format.DynamoDbJson;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item as DynamoDB JSON, <code>{"page":{"S":"a"},"hits":{"N":"7"}}</code>, as in the files of an
 * archive but without the member {@code Item} around it: attributes in the order of the map,
 * numbers with all their digits, binaries in Base64.
 */
public final class ItemJson {
  private static final String OPENING = "{\"Item\":";
  private static final String CLOSING = "}\n";

  private ItemJson() {}

  /**
   * The text of an item.
   *
   * @throws dev.evenkeel.core.DecoratorException if the item holds what cannot be written: a value
   *     without a type, or half of a character
   */
  public static String of(Map<String, AttributeValue> item) {
    String line = new String(DynamoDbJson.line(item), UTF_8);
    return line.substring(OPENING.length(), line.length() - CLOSING.length());
  }

  /**
   * The item of a text. Strict: whatever is not exactly one item that DynamoDB could have exported
   * is refused.
   *
   * @param bucket where the text is, for the message
   * @param key where the text is, for the message
   * @param number of the text there, from 1
   * @throws dev.evenkeel.timeseries.spec.archive.ArchiveException if it is no item
   */
  public static Map<String, AttributeValue> item(
      String bucket, String key, long number, String text) {
    byte[] line = (OPENING + text + CLOSING).getBytes(UTF_8);
    return DynamoDbJson.item(new ArchiveObject(bucket, key), number, line);
  }
}
