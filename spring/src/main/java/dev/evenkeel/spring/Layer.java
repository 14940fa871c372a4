package dev.evenkeel.spring;

import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.spring.EvenkeelProperties.TableKey;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** One decorator of the stack, with the specs of all its tables. */
interface Layer {
  List<ScalarAttributeType> TYPES =
      List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B);

  /** Its place in the stack. */
  StackLayer place();

  /** The tables that its specs name. */
  List<String> tables();

  /** What changes its builder, and may add tables that no spec names. */
  List<?> customizers();

  /** Whether clients may get it. */
  default boolean isUsed() {
    return !tables().isEmpty() || !customizers().isEmpty();
  }

  DynamoDbClient over(DynamoDbClient below);

  DynamoDbAsyncClient over(DynamoDbAsyncClient below);

  /** What has to hold of tables, as the client below this layer describes them. */
  List<TableCheck> checks();

  /** A key attribute of a property. */
  static KeyAttribute key(Setting entry, String name, @Nullable TableKey key) {
    TableKey given = entry.required(name, key);
    Setting setting = entry.child(name);
    return new KeyAttribute(
        setting.required("name", given.name()), word(setting.child("type"), given.type(), TYPES));
  }

  /** The constant of that name. */
  static <E extends Enum<E>> E word(Setting setting, String word, List<E> constants) {
    return constants.stream()
        .filter(constant -> constant.name().equalsIgnoreCase(word.replace('-', '_')))
        .findFirst()
        .orElseThrow(() -> setting.wrong("'%s' is none of %s.".formatted(word, constants)));
  }

  /**
   * A comparison of one table with its spec.
   *
   * @param table its name
   * @param mismatches what is wrong with its description, a sentence each
   */
  record TableCheck(String table, Function<TableDescription, List<String>> mismatches) {
    /** A table that only has to be there. */
    static TableCheck isThere(String table) {
      return new TableCheck(table, described -> List.of());
    }

    /** A table that has to have a key. */
    static TableCheck hasKey(String table, KeySchema key) {
      return new TableCheck(
          table,
          described -> {
            KeySchema found = KeySchema.of(described.keySchema(), described.attributeDefinitions());
            return found.equals(key)
                ? List.of()
                : List.of("its key is %s, the spec says %s".formatted(text(found), text(key)));
          });
    }

    private static String text(KeySchema key) {
      return Stream.concat(key.partition().stream(), key.sort().stream())
          .map(attribute -> "'%s' (%s)".formatted(attribute.name(), attribute.type()))
          .collect(Collectors.joining(" and "));
    }
  }
}
