package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/**
 * The object of a read in each period's table: the table itself, or an index.
 *
 * @param key its key
 * @param keys the attributes of a row's place: those of index and table
 * @param isIndex whether it is an index, where several rows may have one key
 */
public record Target(KeySchema key, Set<KeyAttribute> keys, boolean isIndex) {

  /** The target that a request names. */
  static Target of(Call call, TimeSeriesSpec spec, @Nullable String index) {
    KeySchema table = spec.key();
    KeySchema key = index == null ? table : ofIndex(call, spec.template().request(), index);
    Set<KeyAttribute> keys = new LinkedHashSet<>();
    Stream.of(key, table)
        .flatMap(schema -> Stream.concat(schema.partition().stream(), schema.sort().stream()))
        .forEach(keys::add);
    return new Target(key, keys, index != null);
  }

  private static KeySchema ofIndex(Call call, CreateTableRequest template, String index) {
    List<KeySchemaElement> elements =
        Stream.concat(
                template.globalSecondaryIndexes().stream()
                    .filter(global -> global.indexName().equals(index))
                    .map(global -> global.keySchema()),
                template.localSecondaryIndexes().stream()
                    .filter(local -> local.indexName().equals(index))
                    .map(local -> local.keySchema()))
            .findFirst()
            .orElseThrow(
                () ->
                    call.invalid(
                        "the template has no index '%s'".formatted(index),
                        "Name one of the template's, or add it there"));
    return KeySchema.of(elements, template.attributeDefinitions());
  }

  /** The names of the attributes of a row's place. */
  List<String> keyNames() {
    return keys.stream().map(KeyAttribute::name).toList();
  }
}
