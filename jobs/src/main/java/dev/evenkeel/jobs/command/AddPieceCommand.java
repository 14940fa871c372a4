package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.JobException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Adds a piece to a key. */
@Command(
    name = "add-piece",
    description = {
      "Gives a key more shards for the items to come: those above the greatest sort key that it has"
          + " when the change is made, or those from a sort key on that is given. Nothing moves. A dry"
          + " run, which tells what would be done and how long that takes, unless --apply is given."
          + " May be killed at any time and repeated. With --expect it adds nothing while there are"
          + " hosts without a client, names them and ends with 1.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel layout add-piece --table clicks --partition-key page --sort-key at --key /home --to 16",
      "  evenkeel layout add-piece --table clicks --partition-key page --sort-key at --key /home --to 16 --apply",
      "  evenkeel layout add-piece --table clicks --partition-key page --sort-key at --key /home --from 2026-12-01 --to 16 --apply"
    })
final class AddPieceCommand extends ReportCommand {
  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final ExpectOption expected = new ExpectOption();

  @Option(
      names = "--key",
      paramLabel = "VALUE",
      required = true,
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
      description =
          "the key as callers know it; in base64 if it is of type B. One that begins with a dash"
              + " needs the form --key=-home")
  private String key = "";

  @Option(
      names = "--to",
      paramLabel = "COUNT",
      required = true,
      description =
          "shards of the items to come, 2 to 1024; 'evenkeel capacity shards' says how many a load"
              + " needs")
  private int shards;

  @Option(
      names = "--from",
      paramLabel = "VALUE",
      preprocessor = DashedValue.class,
      converter = DashedValue.class,
      description =
          "the sort key at which the piece begins, in base64 if it is of type B; refused while the"
              + " key has items there or above. Right above the greatest sort key by default")
  private @Nullable String from;

  @Option(names = "--apply", description = "do it, instead of only telling what would be done")
  private boolean applying;

  @Option(
      names = "--wait",
      description =
          "if clients do not answer, wait until nothing of a client that died can happen any more,"
              + " 20m 20s, and try once more")
  private boolean waiting;

  @Override
  public Integer call() {
    if (waiting && !applying) {
      throw new JobException("--wait is for a change that is made. Add --apply.");
    }
    if (!expected.hosts().isEmpty() && !applying) {
      throw new JobException(
          "--expect is for a change that is made. Add --apply, or look with 'evenkeel layout clients'.");
    }
    AttributeValue logical = layout.partitionKey("--key", key);
    AttributeValue begin = from == null ? null : layout.sortKey("--from", from);
    return print(
        layout.with(
            environment(),
            "layout add-piece",
            applying,
            job ->
                applying
                    ? job.addPiece(logical, begin, shards, waiting, expected.hosts())
                    : job.plan(logical, begin, shards)));
  }
}
