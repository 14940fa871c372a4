package dev.evenkeel.sharding.internal.plan.upload;

import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.sharding.spec.upload.UploadCheckpoint;
import dev.evenkeel.sharding.spec.upload.UploadReport;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** Answers an upload until batches are under way, and then tells it to stop. */
final class StopScript {
  private StopScript() {}

  record Result(
      UploadReport report,
      int itemsSent,
      UploadCheckpoint saved,
      List<UploadAsk> asksAfterTheStop) {}

  static Result stopAtFirstBatch(FakeWorld world, UploadMachine machine) {
    List<Step.Ask<UploadAsk, UploadReport>> sends = new ArrayList<>();
    int position = 0;
    while (sends.isEmpty()) {
      List<Step.Ask<UploadAsk, UploadReport>> asks = asks(machine);
      for (Step.Ask<UploadAsk, UploadReport> ask : asks) {
        if (ask.request() instanceof UploadAsk.Send) {
          sends.add(ask);
        }
      }
      if (sends.isEmpty() && asks.get(0).request() instanceof UploadAsk.Read read) {
        int from = position;
        position += read.itemsMax();
        List<UploadEntry> entries =
            IntStream.range(from, position)
                .mapToObj(i -> world.intake.take(i, world.source.get(i)))
                .toList();
        machine.onAnswer(
            asks.get(0).ticket(), reply(new UploadAnswer.Chunk(entries, false), false));
      }
    }
    int itemsSent = 0;
    for (Step.Ask<UploadAsk, UploadReport> send : sends) {
      itemsSent += ((UploadAsk.Send) send.request()).request().requestItems().get("table").size();
      machine.onAnswer(send.ticket(), reply(new UploadAnswer.Written(stored()), true));
    }
    return end(machine, itemsSent);
  }

  private static Result end(UploadMachine machine, int itemsSent) {
    List<UploadAsk> after = new ArrayList<>();
    UploadCheckpoint saved = UploadCheckpoint.start("table", "none");
    Step<UploadAsk, UploadReport> step = machine.next();
    while (step instanceof Step.Ask<UploadAsk, UploadReport> ask) {
      after.add(ask.request());
      saved = ((UploadAsk.Save) ask.request()).checkpoint();
      machine.onAnswer(ask.ticket(), reply(new UploadAnswer.Done(), true));
      step = machine.next();
    }
    UploadReport report = ((Step.Finish<UploadAsk, UploadReport>) step).result();
    return new Result(report, itemsSent, saved, after);
  }

  private static BatchWriteItemResponse stored() {
    return BatchWriteItemResponse.builder().build();
  }

  private static UploadReply reply(UploadAnswer answer, boolean stopping) {
    return new UploadReply(answer, 0, stopping);
  }

  private static List<Step.Ask<UploadAsk, UploadReport>> asks(UploadMachine machine) {
    List<Step.Ask<UploadAsk, UploadReport>> asks = new ArrayList<>();
    Step<UploadAsk, UploadReport> step = machine.next();
    while (step instanceof Step.Ask<UploadAsk, UploadReport> ask) {
      asks.add(ask);
      step = machine.next();
    }
    return asks;
  }
}
