package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Runs a flow by hand: each ask is answered by a function, which may throw, and noted. */
final class Script {
  private final Function<Request<?>, Object> answers;
  private final List<String> asked = new ArrayList<>();

  Script(Function<Request<?>, Object> answers) {
    this.answers = answers;
  }

  /** The result of the flow, or its failure. */
  Object run(Flow<?> flow) {
    FlowStepper<?> stepper = FlowStepper.of(flow);
    for (FlowStepper.Ask ask = stepper.next(); ask != null; ask = stepper.next()) {
      answer(stepper, ask.ticket(), ask.request());
    }
    Throwable failure = stepper.failure();
    return failure == null ? stepper.result() : failure;
  }

  private void answer(FlowStepper<?> stepper, int ticket, Request<?> request) {
    asked.add(name(request));
    try {
      stepper.answer(ticket, answers.apply(request));
    } catch (RuntimeException | Error failure) {
      stepper.fail(ticket, failure);
    }
  }

  private static String name(Request<?> request) {
    String name =
        request instanceof ObjectRequest.Send<?> send
            ? send.request().getClass().getSimpleName()
            : request instanceof ObjectRequest.Upload<?> upload
                ? upload.request().getClass().getSimpleName()
                : request.getClass().getSimpleName();
    return name.replace("Request", "");
  }

  /** The names of the requests, pauses left out. */
  List<String> asked() {
    return asked.stream().filter(name -> !name.equals("Pause")).toList();
  }

  static boolean isPause(Request<?> request) {
    return request instanceof Pause;
  }

  static S3Exception error(int status, String code) {
    return (S3Exception)
        S3Exception.builder()
            .statusCode(status)
            .message(code)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(code).build())
            .build();
  }
}
