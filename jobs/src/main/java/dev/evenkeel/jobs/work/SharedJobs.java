package dev.evenkeel.jobs.work;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.jobs.config.Configuration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The jobs that several processes share by name. */
public final class SharedJobs {
  private static final String DEEP_SWEEP = "deep sweep of ";
  private static final String DRY = "dry ";

  private SharedJobs() {}

  /**
   * The pass of a job.
   *
   * @param controlTable named by an option; null for that of the configuration
   * @throws JobException if there is no control table
   * @throws IllegalArgumentException if the name is out of range
   */
  public static SharedPass pass(
      Configuration configuration, @Nullable String controlTable, String name) {
    String control = controlTable == null ? configuration.controlTable() : controlTable;
    if (control == null) {
      throw new JobException(
          "%s: there is no 'controlTable' in it, and jobs are kept there. Name one with --control-table."
              .formatted(configuration.file()));
    }
    return SharedPass.of(control, name);
  }

  /**
   * Whether a deep sweep of that name deletes; nothing if no job of that name has begun.
   *
   * @throws JobException if the job is something else
   */
  public static Optional<Boolean> isDeleting(DynamoDbClient client, SharedPass pass) {
    return what(client, pass)
        .map(
            what -> {
              boolean isDry = what.startsWith(DRY);
              if (!(isDry ? what.substring(DRY.length()) : what).startsWith(DEEP_SWEEP)) {
                throw new JobException(
                    "Job '%s' is '%s', which this version cannot take part in."
                        .formatted(pass.name(), what));
              }
              return !isDry;
            });
  }

  private static Optional<String> what(DynamoDbClient client, SharedPass pass) {
    Flow<Optional<String>> read = PassRun.whatOf(pass);
    Sender<Object> sender = Sender.sync(client, Sender.nothingElse());
    return there(pass, () -> SyncRunner.create().run(read, sender, Deadline.NONE));
  }

  /** Runs with a message for those who have no control table. */
  public static <T> T there(SharedPass pass, Supplier<T> run) {
    try {
      return run.get();
    } catch (ResourceNotFoundException e) {
      throw new JobException(
          "a table is not there: %s Jobs are kept in '%s', which has a partition key pk and a sort key sk, both of type S. Create it, or check --control-table, the region and the endpoint."
              .formatted(e.getMessage(), pass.controlTable()));
    }
  }
}
