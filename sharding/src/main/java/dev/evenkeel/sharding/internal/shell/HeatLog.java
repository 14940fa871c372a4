package dev.evenkeel.sharding.internal.shell;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.live.Registration;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * One line of the log for what becomes of a hot key, with the command to run. It never holds the
 * key, which is an item value: the command says KEY instead.
 */
final class HeatLog {
  private static final Logger LOG = LoggerFactory.getLogger("dev.evenkeel.sharding.HeatPolicy");
  private static final String CONTROL_TABLE = "evenkeel-layouts";
  private static final String WHERE = "KEY is in the listener's event HotKey, and never in a log.";

  private final ShardingSpec spec;
  private final HeatPolicy policy;
  private final @Nullable LayoutSessions sessions;
  private final AtomicBoolean wrong = new AtomicBoolean();

  HeatLog(ShardingSpec spec, HeatPolicy policy, @Nullable LayoutSessions sessions) {
    this.spec = spec;
    this.policy = policy;
    this.sessions = sessions;
  }

  private static String heat(HotKey hot) {
    return "Table '%s' has a hot key: %d writes throttled for it and %.0f write units reported in 5 s, with shards: %d."
        .formatted(hot.table(), hot.throttles(), hot.units(), hot.shards());
  }

  /**
   * @param waitedFor the clients that a change was given up for
   */
  void found(HotKey hot, List<Registration> waitedFor) {
    String heat = heat(hot);
    switch (hot.action()) {
      case APPLIED ->
          LOG.info("{} It has {} shards for the items to come now.", heat, hot.proposed());
      case GIVEN_UP ->
          LOG.warn(
              "{} More shards were not added: these clients did not answer in time: {}. It is tried again.",
              heat,
              names(waitedFor));
      case PROPOSED -> LOG.warn("{} {}", heat, remedy(hot.proposed()));
      case AT_CEILING ->
          LOG.warn(
              "{} Its policy allows no more than {} shards. To add more: {}",
              heat,
              policy.ceiling(),
              remedy(2 * hot.shards()));
      case MOVE ->
          LOG.warn(
              "{} Its sort keys do not rise, so more shards for the items to come would not cure it. Its items have to be moved: {}",
              heat,
              move(Math.min(2 * hot.shards(), ShardingSpec.SHARDS_MAX)));
    }
  }

  private static String names(List<Registration> clients) {
    return clients.stream()
        .map(client -> "%s (Evenkeel %s)".formatted(client.where(), client.library()))
        .collect(Collectors.joining(", "));
  }

  /**
   * @param missing clients that give no sign of life, for which a change waits
   */
  void waits(HotKey hot, List<Registration> missing) {
    LOG.warn(
        "{} More shards are not added yet, for these clients give no sign of life: {}. No write is held back meanwhile. If they have died, the shards are added when nothing of them can happen any more, {} after that.",
        heat(hot),
        names(missing),
        TimeText.of(requireNonNull(sessions).times().drained()));
  }

  private String remedy(int shards) {
    if (sessions == null) {
      return "Its sort keys rise: a piece of %d shards above its greatest sort key cures it. The spec says no layoutFrom: add it, or a piece (docs/adopt.md). %s"
          .formatted(shards, WHERE);
    }
    List<String> options = options(sessions);
    return options == null
        ? "Its sort keys rise, so this cures it: LayoutEditor.addPiece(KEY, %d); the command cannot say this table's spec. %s"
            .formatted(shards, WHERE)
        : "Its sort keys rise, so this cures it: evenkeel layout add-piece %s --key KEY --to %d --apply (%s)"
            .formatted(String.join(" ", options), shards, WHERE);
  }

  /** Tells how to move what is there; the command only plans it. */
  private String move(int shards) {
    if (sessions == null) {
      return "the spec says no layoutFrom; add it first, then see docs/reshard.md. " + WHERE;
    }
    List<String> options = options(sessions);
    return options == null
        ? "Resharder.start(KEY, %d); the command cannot say this table's spec (docs/reshard.md). %s"
            .formatted(shards, WHERE)
        : "evenkeel reshard plan %s --key KEY --to %d tells what that costs, and 'start' and 'run' do it (docs/reshard.md; %s)"
            .formatted(String.join(" ", options), shards, WHERE);
  }

  /** The options that give the spec and the control table; null if there are none for them. */
  private @Nullable List<String> options(LayoutSessions layouts) {
    List<String> options = new ArrayList<>(List.of("--table", spec.tableName()));
    options.addAll(List.of("--partition-key", spec.partitionKey()));
    if (spec.partitionType() != ScalarAttributeType.S) {
      options.addAll(List.of("--partition-key-type", spec.partitionType().toString()));
    }
    options.addAll(List.of("--sort-key", String.valueOf(spec.sortKey())));
    if (spec.sortType() != ScalarAttributeType.S) {
      options.addAll(List.of("--sort-key-type", String.valueOf(spec.sortType())));
    }
    boolean isSimple =
        spec.shardCounts().rules().isEmpty() && spec.shardCounts().byDefault().isWhole();
    if (!isSimple || !addSelector(options) || !addFormat(options)) {
      return null;
    }
    if (spec.shardCounts().max() > 1) {
      options.addAll(List.of("--shards", Integer.toString(spec.shardCounts().max())));
    }
    addControl(layouts, options);
    return options;
  }

  private boolean addSelector(List<String> options) {
    List<String> hashed = spec.selector().determinants();
    if (hashed.size() != 1
        || !spec.selector().id().equals(ShardSelector.hashOf(hashed.get(0)).id())) {
      return false;
    }
    if (!hashed.get(0).equals(spec.sortKey())) {
      options.addAll(List.of("--hash-of", hashed.get(0)));
    }
    return true;
  }

  private boolean addFormat(List<String> options) {
    String separator = spec.suffixFormat().separator();
    if (!spec.suffixFormat().equals(SuffixFormat.DEFAULT)) {
      options.addAll(List.of("--separator", "'" + separator + "'"));
    }
    return spec.suffixFormat().equals(SuffixFormat.DEFAULT.withSeparator(separator));
  }

  private static void addControl(LayoutSessions layouts, List<String> options) {
    if (!layouts.controlTable().equals(CONTROL_TABLE)) {
      options.addAll(List.of("--layouts", layouts.controlTable()));
    }
    LayoutTimes times = layouts.times();
    if (!times.equals(LayoutTimes.DEFAULT)) {
      options.addAll(List.of("--lease", times.lease().toSeconds() + "s"));
      options.addAll(List.of("--late", times.late().toSeconds() + "s"));
    }
  }

  void notApplied(HotKey hot, RuntimeException failure) {
    LOG.warn(
        "{} More shards could not be added. Calls are not concerned; it is tried again in ten minutes.{}",
        heat(hot),
        isDenied(failure)
            ? " 'evenkeel iam --client %s --heat' prints the rights for it.".formatted(hot.table())
            : "",
        failure);
  }

  private static boolean isDenied(RuntimeException failure) {
    return failure instanceof AwsServiceException answer
        && answer.awsErrorDetails() != null
        && "AccessDeniedException".equals(answer.awsErrorDetails().errorCode());
  }

  /** Once, for it may come with every write. */
  void wrong(Throwable failure) {
    if (wrong.compareAndSet(false, true)) {
      LOG.warn(
          "Hot keys of table '{}', or of another one of its client, could not be looked for. Calls are not concerned; further failures are not logged.",
          spec.tableName(),
          failure);
    }
  }
}
