package dev.evenkeel.jobs.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.report.EmbeddedMetrics;
import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.Report;
import dev.evenkeel.jobs.report.SweepRunReport;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.SweepJob;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code evenkeel sweep} as a Lambda function.
 *
 * <ul>
 *   <li><b>Event.</b> {@code delete}: whether to write at all; without it, it is a dry run. {@code
 *       deep}: whether to look at everything. {@code cursor}: where an earlier deep sweep stopped,
 *       the {@code nextCursor} of its answer.
 *   <li><b>Time.</b> A deep sweep makes steps as long as the function has time for another, and
 *       then answers with a {@code nextCursor}: call it again with that, until it is null. A plain
 *       sweep processes all due intents; after a stop, the next sweep processes the rest.
 *   <li><b>Answer.</b> The report of {@code --output json}. A sweep that met a failure fails the
 *       call.
 * </ul>
 */
public final class SweepHandler implements RequestStreamHandler {
  private static final String DELETE = "delete";
  private static final String DEEP = "deep";
  private static final String CURSOR = "cursor";

  private final LambdaEnvironment environment;

  /** For Lambda. */
  public SweepHandler() {
    this(LambdaEnvironment.ofLambda());
  }

  SweepHandler(LambdaEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    JsonNode event = Event.read(input, Set.of(DELETE, DEEP, CURSOR));
    String cursor = cursor(event);
    Configuration configuration = environment.configuration().get();
    SweepJob job =
        new SweepJob(
            configuration,
            environment.dynamodb().get(),
            configuration.hasBuckets() ? environment.s3().get() : null,
            environment.clock(),
            Event.isOn(event, DELETE),
            report -> {});
    Report report = Event.isOn(event, DEEP) ? deep(job, cursor, context) : plain(job);
    if (EmbeddedMetrics.areWanted()) {
      environment
          .lines()
          .accept(EmbeddedMetrics.line(report.json(), environment.clock().instant()));
    }
    output.write(Json.text(report.json()).getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable String cursor(JsonNode event) {
    JsonNode cursor = event.path(CURSOR);
    if (cursor.isMissingNode() || cursor.isNull()) {
      return null;
    }
    if (!cursor.isTextual() || !Event.isOn(event, DEEP)) {
      throw new JobException("'cursor' is the nextCursor of a deep sweep, and goes with 'deep'.");
    }
    return cursor.asText();
  }

  private static Report plain(SweepJob job) {
    SweepRunReport report = job.sweep();
    if (!report.isDone()) {
      throw new JobException(
          "The sweep met a failure; the next goes on. " + Json.text(report.json()));
    }
    return report;
  }

  private static Report deep(SweepJob job, @Nullable String cursor, Context context) {
    StepTimes times = new StepTimes(() -> Duration.ofMillis(context.getRemainingTimeInMillis()));
    return job.deepSweep(cursor, times::isTimeForAnother, step -> times.stepDone());
  }
}
