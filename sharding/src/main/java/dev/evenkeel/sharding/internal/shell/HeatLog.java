package dev.evenkeel.sharding.internal.shell;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.sharding.internal.live.Registration;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line of the log for what becomes of a hot key, with the command to run. It never holds the
 * key, which is an item value: the command says KEY instead.
 */
final class HeatLog {
  private static final Logger LOG = LoggerFactory.getLogger("dev.evenkeel.sharding.HeatPolicy");
  private static final String MOST =
      "A key has %d shards at most: spread its items over more keys."
          .formatted(ShardingSpec.SHARDS_MAX);
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
    int doubled = 2 * hot.shards();
    switch (hot.action()) {
      case APPLIED ->
          LOG.info("{} It has {} shards for the items to come now.", heat, hot.proposed());
      case GIVEN_UP ->
          LOG.warn(
              "{} More shards were not added: these clients did not answer in time: {}. It is tried again.",
              heat,
              names(waitedFor));
      case PROPOSED ->
          LOG.warn("{} Its sort keys rise, so this cures it: {}", heat, piece(hot.proposed()));
      case AT_CEILING ->
          LOG.warn(
              "{} Its policy allows no more than {} shards. {}",
              heat,
              policy.ceiling(),
              doubled > ShardingSpec.SHARDS_MAX
                  ? MOST
                  : "Its sort keys rise, so this cures it all the same: " + piece(doubled));
      case MOVE ->
          LOG.warn(
              "{} Its sort keys do not rise, so more shards for the items to come would not cure it. {}",
              heat,
              doubled > ShardingSpec.SHARDS_MAX
                  ? MOST
                  : "Its items have to be moved: " + move(doubled));
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

  private String piece(int shards) {
    if (sessions == null) {
      return "a piece of %d shards above its greatest sort key. The spec says no layoutFrom: add it, or a piece (docs/adopt.md). %s"
          .formatted(shards, WHERE);
    }
    String options = CommandOptions.of(spec, sessions);
    return options == null
        ? "LayoutEditor.addPiece(KEY, %d); the command cannot say this table's spec. %s"
            .formatted(shards, WHERE)
        : "evenkeel layout add-piece %s --key=KEY --to %d --apply (%s)"
            .formatted(options, shards, WHERE);
  }

  /** Tells how to move what is there; the command only plans it. */
  private String move(int shards) {
    if (sessions == null) {
      return "the spec says no layoutFrom; add it first, then see docs/reshard.md. " + WHERE;
    }
    String options = CommandOptions.of(spec, sessions);
    return options == null
        ? "Resharder.start(KEY, %d); the command cannot say this table's spec (docs/reshard.md). %s"
            .formatted(shards, WHERE)
        : "evenkeel reshard plan %s --key=KEY --to %d tells what that costs, and 'start' and 'run' do it (docs/reshard.md; %s)"
            .formatted(options, shards, WHERE);
  }

  void notApplied(HotKey hot, RuntimeException failure) {
    LOG.warn(
        "{} More shards could not be added. Calls are not concerned; it is tried again in ten minutes.{}",
        heat(hot),
        ErrorCode.isDenied(failure)
            ? " 'evenkeel iam --client %s --heat' prints the rights for it.".formatted(hot.table())
            : "",
        failure);
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
