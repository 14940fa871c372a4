package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.IndexSpec.Scope;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The options by which the command {@code evenkeel} gets the spec and the store of a client. */
final class CommandOptions {
  private static final String CONTROL_TABLE = "evenkeel-layouts";

  private final ShardingSpec spec;
  private final List<String> options = new ArrayList<>();

  private CommandOptions(ShardingSpec spec) {
    this.spec = spec;
  }

  /** All of them, to be pasted into a shell; null if the command has no options for the spec. */
  static @Nullable String of(ShardingSpec spec, LayoutSessions layouts) {
    CommandOptions all = new CommandOptions(spec);
    if (!all.canBeSaid()) {
      return null;
    }
    all.addKey();
    all.addShards();
    spec.indexes().forEach(all::addIndex);
    all.addStore(layouts);
    return String.join(" ", all.options);
  }

  private boolean canBeSaid() {
    List<String> hashed = spec.selector().determinants();
    SuffixFormat format = spec.suffixFormat();
    return spec.shardCounts().rules().isEmpty()
        && spec.shardCounts().byDefault().isWhole()
        && hashed.size() == 1
        && spec.selector().id().equals(ShardSelector.hashOf(hashed.get(0)).id())
        && format.equals(SuffixFormat.DEFAULT.withSeparator(format.separator()));
  }

  private void addKey() {
    add("--table", spec.tableName());
    add("--partition-key", spec.partitionKey());
    addType("--partition-key-type", spec.partitionType());
    add("--sort-key", String.valueOf(spec.sortKey()));
    addType("--sort-key-type", spec.sortType());
  }

  private void addType(String option, @Nullable ScalarAttributeType type) {
    if (type != ScalarAttributeType.S) {
      add(option, String.valueOf(type));
    }
  }

  private void addShards() {
    String hashed = spec.selector().determinants().get(0);
    if (!hashed.equals(spec.sortKey())) {
      add("--hash-of", hashed);
    }
    if (!spec.suffixFormat().equals(SuffixFormat.DEFAULT)) {
      add("--separator", spec.suffixFormat().separator());
    }
    if (spec.shardCounts().max() > 1) {
      add("--shards", Integer.toString(spec.shardCounts().max()));
    }
  }

  private void addIndex(IndexSpec index) {
    KeyAttribute sort = index.sort();
    add(
        index.scope() == Scope.LOCAL ? "--local-index" : "--global-index",
        index.name() + "=" + (sort == null ? "" : text(sort)));
  }

  /** A sort key as the command takes it: of type S unless it says otherwise. */
  private static String text(KeyAttribute sort) {
    boolean saysType = sort.type() != ScalarAttributeType.S || sort.name().matches(".*:[SNB]");
    return saysType ? sort.name() + ":" + sort.type() : sort.name();
  }

  private void addStore(LayoutSessions layouts) {
    if (!layouts.controlTable().equals(CONTROL_TABLE)) {
      add("--layouts", layouts.controlTable());
    }
    LayoutTimes times = layouts.times();
    if (!times.equals(LayoutTimes.DEFAULT)) {
      add("--lease", text(times.lease()));
      add("--late", text(times.late()));
    }
    if (layouts.regions(spec.tableName()).isOne()) {
      options.add("--one-region");
    }
  }

  /** A length as the command takes it: ISO 8601 where it is no whole number of seconds. */
  private static String text(Duration length) {
    boolean isWhole = length.equals(Duration.ofSeconds(length.toSeconds()));
    return isWhole ? length.toSeconds() + "s" : length.toString();
  }

  private void add(String option, String value) {
    boolean isPlain = value.matches("[\\w.:/=-]+");
    String quoted = isPlain ? value : "'" + value.replace("'", "'\\''") + "'";
    options.add(option + (value.startsWith("-") ? "=" : " ") + quoted);
  }
}
