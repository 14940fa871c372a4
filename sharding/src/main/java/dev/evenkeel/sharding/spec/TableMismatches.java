package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.item.KeyAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Holds a spec against a table as DynamoDB describes it to an undecorated client. */
final class TableMismatches {
  private static final String SEVERAL = "', '";

  private final ShardingSpec spec;
  private final TableDescription table;
  private final Map<String, ScalarAttributeType> types;
  private final List<String> found = new ArrayList<>();

  private TableMismatches(ShardingSpec spec, TableDescription table) {
    this.spec = spec;
    this.table = table;
    this.types =
        table.attributeDefinitions().stream()
            .collect(
                Collectors.toMap(
                    AttributeDefinition::attributeName, AttributeDefinition::attributeType));
  }

  /** Every mismatch, or nothing. */
  static List<String> of(ShardingSpec spec, TableDescription table) {
    TableMismatches mismatches = new TableMismatches(spec, table);
    mismatches.compareKey();
    mismatches.compareIndexes();
    return mismatches.found;
  }

  private void compareKey() {
    List<KeySchemaElement> key = table.keySchema();
    compare("the table's partition key", spec.partitionKey(), named(key, KeyType.HASH));
    compare("the table's sort key", spec.sortKey(), named(key, KeyType.RANGE));
    if (spec.partitionKey().equals(named(key, KeyType.HASH))) {
      partitionType();
    }
    KeyAttribute sort = spec.logicalKey().sortKey();
    if (sort != null && sort.name().equals(named(key, KeyType.RANGE))) {
      type("the sort key", sort);
    }
  }

  private void compare(String what, @Nullable String expected, @Nullable String actual) {
    if (expected == null ? actual != null : !expected.equals(actual)) {
      found.add("%s is %s, the spec says %s".formatted(what, quoted(actual), quoted(expected)));
    }
  }

  private static String quoted(@Nullable String attribute) {
    return attribute == null ? "missing" : "'" + attribute + "'";
  }

  /** A sharded number is stored as text: a number cannot carry a suffix. */
  private void partitionType() {
    boolean number = spec.partitionType() == ScalarAttributeType.N;
    boolean asText = number && spec.shardCounts().max() > 1;
    ScalarAttributeType stored = asText ? ScalarAttributeType.S : spec.partitionType();
    ScalarAttributeType actual = types.get(spec.partitionKey());
    if (actual != stored) {
      String why =
          asText && actual == ScalarAttributeType.N
              ? " (a sharded N is stored as S; or this client is a sharding client, which hides that)"
              : "";
      found.add(
          "the partition key '%s' is of type %s in the table, under this spec it must be %s%s"
              .formatted(spec.partitionKey(), actual, stored, why));
    }
  }

  private void type(String what, KeyAttribute key) {
    ScalarAttributeType actual = types.get(key.name());
    if (actual != key.type()) {
      found.add(
          "%s '%s' is of type %s in the table, the spec says %s"
              .formatted(what, key.name(), actual, key.type()));
    }
  }

  private void compareIndexes() {
    Map<String, List<KeySchemaElement>> local = new TreeMap<>();
    table.localSecondaryIndexes().forEach(i -> local.put(i.indexName(), i.keySchema()));
    Map<String, List<KeySchemaElement>> global = new TreeMap<>();
    table.globalSecondaryIndexes().forEach(i -> global.put(i.indexName(), i.keySchema()));
    spec.indexes().forEach(index -> declared(index, local, global));
    spec.shardedIndexes().forEach(index -> sharded(index, global.get(index.name())));
    local.forEach((name, key) -> undeclared("local", name, key));
    global.forEach((name, key) -> undeclared("global", name, key));
  }

  private void declared(
      IndexSpec index,
      Map<String, List<KeySchemaElement>> local,
      Map<String, List<KeySchemaElement>> global) {
    boolean ofTable = index.scope() == IndexSpec.Scope.LOCAL;
    List<KeySchemaElement> key = (ofTable ? local : global).get(index.name());
    String what = "%s index '%s'".formatted(ofTable ? "local" : "global", index.name());
    if (key == null) {
      boolean other = (ofTable ? global : local).containsKey(index.name());
      found.add(
          "the table has no %s%s"
              .formatted(
                  what, other ? ", it is a " + (ofTable ? "global" : "local") + " one" : ""));
      return;
    }
    compare("the partition key of " + what, spec.partitionKey(), named(key, KeyType.HASH));
    KeyAttribute sort = index.sort();
    compare(
        "the sort key of " + what, sort == null ? null : sort.name(), named(key, KeyType.RANGE));
    if (sort != null && sort.name().equals(named(key, KeyType.RANGE))) {
      type("the sort key of " + what, sort);
    }
  }

  private void sharded(ShardedIndexSpec index, @Nullable List<KeySchemaElement> key) {
    String what = "global index '" + index.name() + "'";
    if (key == null) {
      found.add("the table has no " + what + ", which the spec shards");
      return;
    }
    KeyAttribute sort = index.sort();
    boolean numberFirst = index.layout() == ShardedIndexSpec.Layout.NUMBER_FIRST;
    keyPart(
        "the partition key of " + what,
        numberFirst ? List.of(index.shard()) : List.of(index.partition(), index.shard()),
        named(key, KeyType.HASH));
    keyPart(
        "the sort key of " + what,
        numberFirst ? List.of(index.partition()) : sort == null ? List.of() : List.of(sort),
        named(key, KeyType.RANGE));
  }

  private void keyPart(String what, List<KeyAttribute> expected, @Nullable String actual) {
    String names =
        expected.isEmpty()
            ? null
            : expected.stream().map(KeyAttribute::name).collect(Collectors.joining(SEVERAL));
    compare(what, names, actual);
    if (names != null && names.equals(actual)) {
      expected.forEach(key -> type(what, key));
    }
  }

  /**
   * Queries on it by the logical key would be refused. So they are where it has several sort keys,
   * but no spec can declare that.
   */
  private void undeclared(String scope, String name, List<KeySchemaElement> key) {
    boolean declared =
        spec.indexes().stream().anyMatch(index -> index.name().equals(name))
            || spec.shardedIndexes().stream().anyMatch(index -> index.name().equals(name));
    long sortKeys = key.stream().filter(element -> element.keyType() == KeyType.RANGE).count();
    if (!declared && sortKeys <= 1 && spec.partitionKey().equals(named(key, KeyType.HASH))) {
      found.add(
          "%s index '%s' of the table has the sharded attribute as its partition key, and the spec does not declare it: that is %sIndex of a spec, and --%s-index of a command"
              .formatted(scope, name, scope, scope));
    }
  }

  /** The attributes of one kind, as one text where there are several; null if there is none. */
  private static @Nullable String named(List<KeySchemaElement> key, KeyType type) {
    String names =
        key.stream()
            .filter(element -> element.keyType() == type)
            .map(KeySchemaElement::attributeName)
            .collect(Collectors.joining(SEVERAL));
    return names.isEmpty() ? null : names;
  }
}
