package dev.evenkeel.jobs.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.jobs.report.RunReport;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.SeriesJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A run. */
@Command(
    name = "apply",
    description = {
      "Does what plan shows: builds, opens, raises, lowers and archives what is due now, until it"
          + " is done or the budget is spent. What that makes possible is for the next run."
          + " Deletes nothing unless --delete is given and the configuration has"
          + " lifecycle.deletes.",
      ""
    },
    footer = {"", "Example:", "  evenkeel tables apply --config evenkeel.yaml --output json"})
final class ApplyCommand extends ReportCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final MomentOption moment = new MomentOption();
  @Mixin private final HookOptions hooks = new HookOptions();

  @Option(names = "--delete", description = "delete tables past their retention, too")
  private boolean deleting;

  @Option(
      names = "--reconcile",
      description = "mend what live tables have other than their template, too")
  private boolean reconciling;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PLAN",
      description = "do what this saved plan says, or nothing if it is stale")
  private @Nullable Path plan;

  @Override
  public Integer call() {
    JsonNode saved = plan == null ? null : saved(plan);
    return print(
        series.watched(
            "apply",
            environment(),
            moment.isGiven()
                ? Clients.rehearsing(environment().clients(), "--at")
                : environment().clients(),
            moment.clock(environment().clock()),
            deleting,
            job -> applied(hooks.on(job.reconciling(reconciling)), saved)));
  }

  private RunReport applied(SeriesJob job, @Nullable JsonNode saved) {
    return saved == null ? job.run() : job.apply(String.valueOf(plan), saved);
  }

  private static JsonNode saved(Path file) {
    try {
      return new ObjectMapper().readTree(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new JobException(
          "%s: there is no such plan. Make one with 'tables plan --out'.".formatted(file));
    } catch (JsonProcessingException e) {
      throw new JobException(
          "%s is no plan: it is no JSON. Make one with 'tables plan --out'.".formatted(file));
    } catch (IOException e) {
      throw new JobException("%s cannot be read: %s.".formatted(file, e.getMessage()));
    }
  }
}
