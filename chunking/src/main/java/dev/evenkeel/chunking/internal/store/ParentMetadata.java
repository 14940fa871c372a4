package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The metadata of an object that names its item: AWS's text has "the primary key value of the
 * corresponding item as Amazon S3 object metadata", for maintenance. An item key may be longer than
 * metadata can be; then only its hash is to be seen, in the object's key.
 */
public final class ParentMetadata {
  private static final String TABLE = "table";
  private static final String ATTRIBUTE = "attribute";
  private static final String KEY = "key";

  private ParentMetadata() {}

  static ObjectMetadata of(KeySchema schema, Parent parent) {
    ObjectMetadata table = ObjectMetadata.empty().with(TABLE, parent.table());
    String key =
        new String(
            PayloadBytes.of(AttributeValue.fromM(parent.key())).bytes(), StandardCharsets.UTF_8);
    try {
      return table.with(ATTRIBUTE, parent.attribute()).with(KEY, key);
    } catch (IllegalArgumentException tooLong) {
      return table;
    }
  }

  /** The parent that an object names, which its key has to confirm; null if it names none. */
  public static @Nullable Parent read(KeySchema schema, ObjectMetadata metadata) {
    String table = metadata.get(TABLE);
    String attribute = metadata.get(ATTRIBUTE);
    String key = metadata.get(KEY);
    if (table == null || attribute == null || key == null) {
      return null;
    }
    try {
      Payload json = new Payload(AttributeValue.Type.M, key.getBytes(StandardCharsets.UTF_8));
      Parent parent = new Parent(table, PayloadBytes.value(json).m(), attribute);
      schema.validate(parent.key());
      return parent;
    } catch (DecoratorException noKey) {
      return null;
    }
  }
}
