package dev.evenkeel.spring;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * The properties below {@code evenkeel}. Lists of tables have the names of the configuration file
 * of the command, as far as clients need them.
 *
 * @param enabled whether anything is decorated
 * @param clients the beans to decorate; all of them if empty
 * @param verifyAtStart what becomes of a spec that does not fit its table
 * @param health how health is told
 * @param cacheSize the heap that cached items may take
 * @param readAhead how much sharding clients keep for the next page
 * @param batching whether batches of any size are taken
 * @param sharding sharded tables
 * @param tables time series
 * @param chunking tables with large values
 * @param caching tables whose popular items are cached
 */
@ConfigurationProperties(prefix = EvenkeelProperties.PREFIX, ignoreUnknownFields = false)
record EvenkeelProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue List<String> clients,
    @DefaultValue("warn") VerifyAtStart verifyAtStart,
    @DefaultValue Health health,
    @DefaultValue("32MB") DataSize cacheSize,
    @DefaultValue ReadAhead readAhead,
    @DefaultValue Batching batching,
    @DefaultValue List<ShardedTable> sharding,
    @DefaultValue List<Series> tables,
    @DefaultValue List<ChunkedTable> chunking,
    @DefaultValue List<CachedTable> caching) {
  static final String PREFIX = "evenkeel";

  static Setting setting(String key) {
    return new Setting(PREFIX).child(key);
  }

  /** Refuses what does not exist; in an entry of a list Spring Boot does not find all of it. */
  static void requireKnown(Environment environment) {
    ConfigurationPropertyName prefix = ConfigurationPropertyName.of(PREFIX);
    UnboundElementsSourceFilter checked = new UnboundElementsSourceFilter();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource names && checked.apply(source)) {
        for (ConfigurationPropertyName name : names) {
          if (prefix.isAncestorOf(name) && !isKnown(EvenkeelProperties.class, name, 1)) {
            throw new Setting(name.toString()).wrong("there is no property of that name.");
          }
        }
      }
    }
  }

  private static boolean isKnown(Class<?> type, ConfigurationPropertyName name, int at) {
    if (!type.isRecord() || at == name.getNumberOfElements()) {
      return true;
    }
    String element = name.getElement(at, Form.UNIFORM);
    return Arrays.stream(type.getRecordComponents())
        .filter(component -> component.getName().toLowerCase(Locale.ROOT).equals(element))
        .anyMatch(component -> isKnown(component, name, at + 1));
  }

  /** An index is a number in brackets, or between dots. */
  private static boolean isKnown(
      RecordComponent component, ConfigurationPropertyName name, int at) {
    Class<?> ofList =
        ResolvableType.forType(component.getGenericType()).asCollection().resolveGeneric();
    if (ofList == null) {
      return isKnown(component.getType(), name, at);
    }
    return at == name.getNumberOfElements()
        || (name.getElement(at, Form.ORIGINAL).matches("\\d+") && isKnown(ofList, name, at + 1));
  }

  /** Whether the application starts if a spec does not fit its table. */
  enum VerifyAtStart {
    /** Nothing is looked at. */
    FALSE,
    /** The log has a warning. */
    WARN,
    /** The application does not start. */
    FAIL
  }

  /** How long the health indicator repeats its last result. */
  record Health(@DefaultValue("1m") Duration cachedFor) {}

  /** How much is read and kept beyond a page, and for how long. */
  record ReadAhead(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("4MB") DataSize querySize,
      @DefaultValue("32MB") DataSize clientSize,
      @DefaultValue("5s") Duration timeToLive) {}

  /** Batches in parts, outside of all other decorators; {@code keys} by table. */
  record Batching(
      boolean enabled,
      @Nullable Integer concurrency,
      @Nullable Integer fruitlessRepeats,
      @DefaultValue Map<String, List<String>> keys) {}

  /** A key attribute and its type: S, N or B. */
  record TableKey(@Nullable String name, @DefaultValue("S") String type) {}

  /** A secondary index; its partition key is the table's. */
  record Index(@Nullable String indexName, @Nullable TableKey sortKey) {}

  /** A global secondary index of a table of a series. */
  record GlobalIndex(
      @Nullable String indexName, @Nullable TableKey partitionKey, @Nullable TableKey sortKey) {}

  record ShardedTable(
      @Nullable String tableName,
      @Nullable TableKey partitionKey,
      @Nullable TableKey sortKey,
      @Nullable Integer shards,
      @DefaultValue List<String> hashOf,
      @Nullable String separator,
      @Nullable Integer maxProbe,
      @DefaultValue List<Index> globalIndexes,
      @DefaultValue List<Index> localIndexes) {}

  record Series(
      @Nullable String tableName,
      @Nullable String prefix,
      @Nullable Time time,
      @Nullable String period,
      @Nullable String since,
      @Nullable Duration lateness,
      @Nullable String latePolicy,
      @Nullable Duration futureTolerance,
      @Nullable Duration prebuild,
      @Nullable String missingTables,
      @Nullable Integer tablesMax,
      @Nullable Template template) {}

  record Time(
      @Nullable String attribute, @DefaultValue("iso") String format, @Nullable String before) {}

  record Template(
      @Nullable TableKey partitionKey,
      @Nullable TableKey sortKey,
      @DefaultValue List<GlobalIndex> globalIndexes,
      @DefaultValue List<Index> localIndexes) {}

  record ChunkedTable(
      @Nullable String tableName,
      @Nullable TableKey partitionKey,
      @Nullable TableKey sortKey,
      @DefaultValue Map<String, String> attributes,
      @DefaultValue Map<String, String> codecs,
      @Nullable ChunkTable chunkTable,
      @Nullable Bucket bucket,
      @Nullable IntentTable intentTable,
      @Nullable Duration grace,
      @Nullable String seedLayout) {}

  record IntentTable(
      @Nullable String tableName, @Nullable String partitionKey, @Nullable String sortKey) {}

  record ChunkTable(
      @Nullable String tableName,
      @Nullable String partitionKey,
      @Nullable String sortKey,
      @Nullable String data) {}

  record Bucket(
      @Nullable String bucket,
      @Nullable String prefix,
      @Nullable String expectedBucketOwner,
      @Nullable String kmsKeyId) {}

  record CachedTable(
      @Nullable String tableName,
      @Nullable TableKey partitionKey,
      @Nullable TableKey sortKey,
      @Nullable Duration timeToLive,
      @Nullable Duration missing,
      @DefaultValue Popular popular,
      boolean eventual,
      boolean refreshAhead) {}

  /** How many reads within which time make an item popular. */
  record Popular(@DefaultValue("3") int reads, @DefaultValue("1m") Duration within) {}
}
