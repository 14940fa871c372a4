package dev.evenkeel.jobs.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.LifecycleSettings;
import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.RunReport;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.SeriesJob;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;

/**
 * {@code evenkeel tables apply} as a Lambda function.
 *
 * <ul>
 *   <li><b>Event.</b> {@code {"delete": true}} deletes tables past their retention, as many as
 *       {@code lifecycle.deletes} of the configuration allows; {@code {}} deletes none. {@code
 *       {"reconcile": true}} mends what live tables have other than their template.
 *   <li><b>Configuration.</b> The file that {@code EVENKEEL_CONFIG} names, or {@code evenkeel.yaml}
 *       beside the code.
 *   <li><b>Time.</b> A run waits no longer than the function may last; the next call does the rest.
 *       Give the function five minutes or more.
 *   <li><b>Answer.</b> The report of {@code --output json}. A run in which an action failed, or
 *       after which a table is overdue, fails the call, so that the function's error metric counts
 *       it; one that only left work for the next does not.
 *   <li><b>Metrics.</b> With {@code lifecycle.metrics: EMF}, lines from which CloudWatch makes
 *       metrics.
 * </ul>
 */
public final class TablesHandler implements RequestStreamHandler {
  private static final String DELETE = "delete";
  private static final String RECONCILE = "reconcile";

  private final LambdaEnvironment environment;

  /** For Lambda. */
  public TablesHandler() {
    this(LambdaEnvironment.ofLambda());
  }

  TablesHandler(LambdaEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    JsonNode event = Event.read(input, Set.of(DELETE, RECONCILE));
    Configuration configuration = environment.configuration().get();
    SeriesJob job =
        new SeriesJob(
            configuration,
            sliced(configuration.lifecycle(), context),
            environment.dynamodb().get(),
            configuration.hasArchives() ? environment.s3().get() : null,
            environment.clock(),
            Event.isOn(event, DELETE));
    job.reconciling(Event.isOn(event, RECONCILE))
        .metricsTo(environment.lines())
        .scaledBy(environment.targets().get());
    RunReport report = job.run();
    String text = Json.text(report.json());
    if (report.hasFailed()) {
      throw new JobException("The run failed; the next call tries again. " + text);
    }
    output.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static LifecycleSettings sliced(LifecycleSettings settings, Context context) {
    Duration remaining = Duration.ofMillis(context.getRemainingTimeInMillis());
    return settings.within(TimeSlice.budget(remaining, settings.leaseLength(), settings.budget()));
  }
}
