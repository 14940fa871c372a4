package dev.evenkeel.jobs.command;

import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The options that give a sharded table and its spec. */
final class SpecOptions {
  private static final String INDEX_TYPE = ":[SNB]$";

  @Option(
      names = "--table",
      paramLabel = "NAME",
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
      description = "a sharded table, whose spec the other options give")
  private @Nullable String table;

  @Option(
      names = "--partition-key",
      paramLabel = "NAME",
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
      description = "of the table's spec")
  private @Nullable String partitionKey;

  @Option(
      names = "--partition-key-type",
      paramLabel = "TYPE",
      description = "of logical keys: S, N or B; S by default")
  private @Nullable String partitionType;

  @Option(
      names = "--sort-key",
      paramLabel = "NAME",
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
      description = "of the table's spec")
  private @Nullable String sortKey;

  @Option(names = "--sort-key-type", paramLabel = "TYPE", description = "S, N or B; S by default")
  private @Nullable String sortType;

  @Option(
      names = "--shards",
      paramLabel = "COUNT",
      description =
          "of each key; of 'layout' and 'reshard' those of keys without pieces, 1 (plain) by default")
  private @Nullable Integer shards;

  @Option(
      names = "--hash-of",
      paramLabel = "NAME",
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
      description = "what shards are calculated from; the sort key by default")
  private @Nullable String hashOf;

  @Option(
      names = "--separator",
      paramLabel = "TEXT",
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
      description = "between key and number; a point by default")
  private @Nullable String separator;

  @Option(
      names = "--local-index",
      paramLabel = "NAME=SORTKEY[:TYPE]",
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
      description = "a local index, as the spec declares it; for each one")
  private Map<String, String> localIndexes = new LinkedHashMap<>();

  @Option(
      names = "--global-index",
      paramLabel = "NAME=[SORTKEY[:TYPE]]",
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
      description = "a global index with the table's partition key, as the spec declares it")
  private Map<String, String> globalIndexes = new LinkedHashMap<>();

  /** The table; null if none is given. */
  @Nullable String table() {
    return table;
  }

  /** Whether anything of a spec is given beside the table. */
  boolean isSpec() {
    return !localIndexes.isEmpty()
        || !globalIndexes.isEmpty()
        || Stream.of(partitionKey, partitionType, sortKey, sortType, shards, hashOf, separator)
            .anyMatch(Objects::nonNull);
  }

  boolean hasShards() {
    return shards != null;
  }

  boolean hasHashOf() {
    return hashOf != null;
  }

  /** The type of the partition key. */
  ScalarAttributeType partitionKeyType() {
    return type(partitionType);
  }

  /** The type of the sort key. */
  ScalarAttributeType sortKeyType() {
    return type(sortType);
  }

  /**
   * The spec as far as the options give it.
   *
   * @param missing the message if the table or one of its keys is not given
   * @throws IllegalArgumentException if the spec cannot be like that
   */
  ShardingSpec.Builder spec(String missing) {
    if (table == null || partitionKey == null || sortKey == null) {
      throw new JobException(missing);
    }
    ShardingSpec.Builder spec =
        ShardingSpec.builder(tableName("--table", table))
            .partitionKey(partitionKey, partitionKeyType())
            .sortKey(sortKey, sortKeyType())
            .shards(shards == null ? 1 : shards);
    localIndexes.forEach((name, sort) -> spec.localIndex(name, indexKey(sort), indexType(sort)));
    globalIndexes.forEach(
        (name, sort) -> {
          if (sort.isEmpty()) {
            spec.globalIndex(name);
          } else {
            spec.globalIndex(name, indexKey(sort), indexType(sort));
          }
        });
    if (hashOf != null) {
      spec.selector(ShardSelector.hashOf(hashOf));
    }
    return separator == null
        ? spec
        : spec.suffixFormat(SuffixFormat.DEFAULT.withSeparator(separator));
  }

  /**
   * The spec of counters, as far as it says where rows are.
   *
   * @param missing the message if the table, its partition key or its count is not given
   * @throws IllegalArgumentException if the spec cannot be like that
   */
  CounterSpec.Builder counters(String missing) {
    if (table == null || partitionKey == null || shards == null) {
      throw new JobException(missing);
    }
    CounterSpec.Builder spec =
        CounterSpec.builder(tableName("--table", table))
            .partitionKey(partitionKey, partitionKeyType())
            .shards(shards)
            .summed("any"); // which attributes are summed is not part of a layout
    if (sortKey != null) {
      spec.sortKey(sortKey, sortKeyType());
    }
    return separator == null
        ? spec
        : spec.suffixFormat(SuffixFormat.DEFAULT.withSeparator(separator));
  }

  /**
   * The name of a table, or its ARN, as an option gives it.
   *
   * @throws JobException if no table can have it
   */
  static String tableName(String option, String given) {
    if (!TableName.isArn(given) && !TableName.isName(given)) {
      throw new JobException(
          "%s is '%s', which can be no name of a table: that has 3 to 255 of the characters A-Z, a-z, 0-9, '_', '-' and '.'."
              .formatted(option, given));
    }
    return given;
  }

  /** The sort key of an index: {@code total} of {@code total:N}. */
  private static String indexKey(String sort) {
    return sort.replaceFirst(INDEX_TYPE, "");
  }

  private static ScalarAttributeType indexType(String sort) {
    String key = indexKey(sort);
    return key.equals(sort) ? ScalarAttributeType.S : type(sort.substring(key.length() + 1));
  }

  private static ScalarAttributeType type(@Nullable String name) {
    ScalarAttributeType type =
        name == null ? ScalarAttributeType.S : ScalarAttributeType.fromValue(name);
    if (type == ScalarAttributeType.UNKNOWN_TO_SDK_VERSION) {
      throw new JobException("'%s' is no type of a key. Take S, N or B.".formatted(name));
    }
    return type;
  }
}
