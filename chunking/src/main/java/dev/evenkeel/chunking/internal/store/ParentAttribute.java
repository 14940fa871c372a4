package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.wire.Parent;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An attribute of rows whose key does not tell what they belong to: the parent's table, attribute
 * and key.
 */
public final class ParentAttribute {
  public static final String NAME = "Parent";

  private static final String TABLE = "table";
  private static final String ATTRIBUTE = "attribute";
  private static final String KEY = "key";

  private ParentAttribute() {}

  static AttributeValue write(Parent parent) {
    return AttributeValue.fromM(
        Map.of(
            TABLE, AttributeValue.fromS(parent.table()),
            ATTRIBUTE, AttributeValue.fromS(parent.attribute()),
            KEY, AttributeValue.fromM(parent.key())));
  }

  /** The parent that a row says it has, which its key has to confirm; null if it says none. */
  public static @Nullable Parent read(Map<String, AttributeValue> row) {
    AttributeValue parent = row.get(NAME);
    if (parent == null || !parent.hasM()) {
      return null;
    }
    AttributeValue table = parent.m().get(TABLE);
    AttributeValue attribute = parent.m().get(ATTRIBUTE);
    AttributeValue key = parent.m().get(KEY);
    if (table == null || attribute == null || key == null) {
      return null;
    }
    return table.s() == null || attribute.s() == null || !key.hasM()
        ? null
        : new Parent(table.s(), key.m(), attribute.s());
  }
}
