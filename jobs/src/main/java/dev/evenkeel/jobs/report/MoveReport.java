package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.explain.Wrapped;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.MoveStatus;
import dev.evenkeel.sharding.MoveStatus.Pass;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report of the {@code reshard} commands but {@code plan}, and of {@code work}.
 *
 * @param command such as {@code reshard run}
 * @param layouts the control table
 * @param progress how far the move is afterwards
 * @param outcome sentences; empty for none
 * @param isDone whether it did what it was to do
 * @param moved items that this process has moved
 * @param worker the index of this worker; null if it has none
 * @param given the options, and their values, that say where table and layout are
 */
public record MoveReport(
    String command,
    String tableName,
    String layouts,
    MoveProgress progress,
    String outcome,
    boolean isDone,
    long moved,
    @Nullable Integer worker,
    List<String> given)
    implements Report {
  /** What a shell takes as one word without quotes. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

  @Override
  public ObjectNode json() {
    MoveStatus status = progress.status();
    ObjectNode json =
        Json.document(command)
            .put("tableName", tableName)
            .put("layouts", layouts)
            .put("done", isDone)
            .put("state", status.state().toLowerCase(Locale.ROOT));
    if (worker != null) {
      json.put("worker", worker);
    }
    Moving moving = status.moving();
    json.set("moving", moving == null ? null : json(moving));
    json.put("movedHere", moved);
    json.set("before", json(status.before()));
    json.set("run", json(status.run()));
    json.set("verify", json(status.verified()));
    json.put("workers", status.workers());
    Duration left = progress.left();
    json.put("secondsLeft", left == null ? null : left.toSeconds());
    return json.put("proved", moving == null ? null : (Boolean) status.isProved())
        .put("unchanged", moving == null ? null : (Boolean) status.isUnchanged());
  }

  /** What moves, as all documents on moves have it. */
  static ObjectNode json(Moving moving) {
    ObjectNode json = Json.object();
    json.set("key", moving.key() == null ? null : PieceText.json(moving.key()));
    json.put("shards", moving.shards());
    return moving.table() == null ? json : json.put("into", moving.table());
  }

  private static ObjectNode json(Pass pass) {
    return Json.object()
        .put("segments", pass.segments())
        .put("done", pass.done())
        .put("items", pass.items())
        .put("bytes", pass.bytes())
        .put("moved", pass.moved())
        .put("left", pass.left())
        .put("misplaced", pass.misplaced())
        .put("unitsPerSecond", pass.unitsPerSecond())
        .put("digest", pass.segments() == 0 ? null : pass.digest());
  }

  /** What moves, in words: {@code items of home to 4 shards}. */
  static String text(Moving moving) {
    return "%s to %s%s"
        .formatted(
            moving.table() != null
                ? "all items"
                : moving.key() == null
                    ? "all items without pieces of their own"
                    : "items of " + PieceText.text(moving.key()),
            PieceText.shards(moving.shards()),
            moving.table() == null ? "" : " of table '%s'".formatted(moving.table()));
  }

  @Override
  public String text() {
    MoveStatus status = progress.status();
    StringBuilder text = new StringBuilder(outcome.isEmpty() ? "" : Wrapped.of(outcome) + "\n");
    Moving moving = status.moving();
    text.append(
        "%s: %s%s%n"
            .formatted(tableName, status.state(), moving == null ? "" : ", " + text(moving)));
    TextTable table =
        new TextTable(
            "PASS", "SEGMENTS", "ITEMS", "BYTES", "MOVED", "LEFT", "MISPLACED", "UNITS/S");
    boolean isAny = row(table, "before", status.before());
    isAny |= row(table, "run", status.run());
    isAny |= row(table, "verify", status.verified());
    if (isAny) {
      text.append(table);
    }
    if (MoveProgress.current(status) != null) {
      Duration left = progress.left();
      text.append(
          "workers: %d%s%n"
              .formatted(
                  status.workers(),
                  left == null ? "" : ", about %s left".formatted(TimeText.of(left))));
    }
    return text.append(next()).toString();
  }

  private static boolean row(TextTable table, String name, Pass pass) {
    if (pass.segments() == 0) {
      return false;
    }
    Double units = pass.unitsPerSecond();
    table.row(
        name,
        "%d of %d".formatted(pass.done(), pass.segments()),
        RateText.number(pass.items()),
        RateText.number(pass.bytes()),
        RateText.number(pass.moved()),
        RateText.number(pass.left()),
        RateText.number(pass.misplaced()),
        units == null ? "no limit" : RateText.number(Math.round(units)));
    return true;
  }

  /** What to do next; empty for nothing. */
  private String next() {
    MoveStatus status = progress.status();
    Moving moving = status.moving();
    if (!status.state().equals("MOVING")) {
      return moving == null
          ? ""
          : next("start", options(moving))
              + "It goes on. Where no client runs add --without-clients.\n";
    }
    if (status.isProved()) {
      return next("finish", Stream.of());
    }
    if (status.run().misplaced() > 0) {
      return next("run", Stream.of())
          + ReportText.line(
              "It says why %s cannot be moved, and how to find what is in the way.",
              RateText.items(status.run().misplaced()));
    }
    return next(status.run().isDone() && !isLeft() ? "verify" : "run", Stream.of());
  }

  /** The command that comes next, as a line to be pasted into a shell. */
  private String next(String step, Stream<String> more) {
    return Stream.of(Stream.of(step), given.stream(), more)
        .flatMap(words -> words.map(MoveReport::quoted))
        .collect(Collectors.joining(" ", "Next: evenkeel reshard ", "\n"));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static Stream<String> options(Moving moving) {
    List<String> items =
        moving.table() != null
            ? List.of("--into", moving.table())
            : moving.key() != null
                ? List.of("--key=" + PieceText.raw(moving.key())) // it may begin with a dash
                : List.of("--all-keys");
    return Stream.concat(
        items.stream(), Stream.of("--to", Integer.toString(moving.shards()), "--apply"));
  }

  /** What a proof has found before the run ended may have been moved since. */
  private boolean isLeft() {
    return !command.equals("reshard run") && progress.status().verified().left() > 0;
  }
}
