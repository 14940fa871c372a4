package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.CommandHook;
import dev.evenkeel.jobs.work.HookEvent;
import dev.evenkeel.jobs.work.SeriesJob;
import dev.evenkeel.jobs.work.TopicHook;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that name what is called for events of period tables. */
final class HookOptions {
  @Option(
      names = "--on-active",
      paramLabel = "COMMAND",
      description =
          "a command of the shell for each table that becomes active: the event is JSON on its"
              + " standard input, and EVENKEEL_TABLE_NAME and others in its environment; may be"
              + " repeated")
  private List<String> onActive = new ArrayList<>();

  @Option(
      names = "--on-retiring",
      paramLabel = "COMMAND",
      description = "the same for each table that takes no more items")
  private List<String> onRetiring = new ArrayList<>();

  @Option(
      names = "--active-topic",
      paramLabel = "ARN",
      description = "a topic of SNS that gets each table that becomes active; may be repeated")
  private List<String> activeTopics = new ArrayList<>();

  @Option(
      names = "--retiring-topic",
      paramLabel = "ARN",
      description = "the same for each table that takes no more items")
  private List<String> retiringTopics = new ArrayList<>();

  /** Adds them to a job. */
  SeriesJob on(SeriesJob job) {
    onActive.forEach(command -> job.hook(CommandHook.of(HookEvent.ACTIVE, command)));
    onRetiring.forEach(command -> job.hook(CommandHook.of(HookEvent.RETIRING, command)));
    activeTopics.forEach(
        topic -> job.hook(TopicHook.of(HookEvent.ACTIVE, topic, job.connection())));
    retiringTopics.forEach(
        topic -> job.hook(TopicHook.of(HookEvent.RETIRING, topic, job.connection())));
    return job;
  }
}
