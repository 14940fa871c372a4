package dev.evenkeel.core.internal.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** A page that is read by hand: what it asks of which source, and what it makes of the answers. */
final class PageScript {
  private final FlowStepper<MergedPage> stepper;
  private final Map<Integer, Integer> tickets = new HashMap<>();

  /** The read of one source. */
  record Read(int source, QueryRequest request) implements Request<QueryResponse> {}

  private PageScript(Flow<MergedPage> flow) {
    this.stepper = FlowStepper.of(flow);
  }

  static PageScript of(MergedQuery query) {
    return new PageScript(query.flow((source, request) -> Flow.ask(new Read(source, request))));
  }

  /** One source is asked at a time; whatever it is, its answer is given as that of source 0. */
  static PageScript of(SequentialQuery query) {
    return new PageScript(query.flow());
  }

  /** The next ask; null if there is none before an answer. */
  @Nullable Read next() {
    FlowStepper.Ask ask = stepper.next();
    if (ask == null) {
      return null;
    }
    Read read =
        ask.request() instanceof TableCall<?> call
            ? new Read(0, (QueryRequest) call.request())
            : (Read) ask.request();
    tickets.put(read.source(), ask.ticket());
    return read;
  }

  List<Read> asks() {
    List<Read> asks = new ArrayList<>();
    for (Read read = next(); read != null; read = next()) {
      asks.add(read);
    }
    return asks;
  }

  void answer(int source, QueryResponse answer) {
    stepper.answer(requireNonNull(tickets.remove(source)), answer);
  }

  void fail(int source, Throwable cause) {
    stepper.fail(requireNonNull(tickets.remove(source)), cause);
  }

  boolean isOver() {
    return stepper.isOver();
  }

  /** The page, which asks nothing more. */
  MergedPage finished() {
    assertThat(next()).isNull();
    assertThat(stepper.isOver()).isTrue();
    return stepper.result();
  }

  @Nullable Throwable failure() {
    assertThat(next()).isNull();
    return stepper.failure();
  }
}
