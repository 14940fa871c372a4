package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.spec.UploadCheckpoint;
import dev.evenkeel.upload.spec.UploadReport;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** Answers an upload until batches are in flight, and then stops it. */
final class StopScript {
  private StopScript() {}

  record Result(
      UploadReport report,
      int itemsSent,
      UploadCheckpoint saved,
      List<UploadRequest> asksAfterTheStop) {}

  static Result stopAtFirstBatch(UploadFixture fixture, UploadLoop loop) {
    List<UploadLoop.Begun> sends = new ArrayList<>();
    int position = 0;
    while (sends.isEmpty()) {
      List<UploadLoop.Begun> asks = asks(loop);
      for (UploadLoop.Begun ask : asks) {
        if (ask.ask() instanceof UploadRequest.Send) {
          sends.add(ask);
        }
      }
      if (sends.isEmpty() && asks.get(0).ask() instanceof UploadRequest.Read read) {
        int from = position;
        position += read.itemsMax();
        List<UploadEntry> entries =
            IntStream.range(from, position)
                .mapToObj(i -> fixture.validator.take(i, fixture.source.get(i)))
                .toList();
        loop.ended(asks.get(0), new UploadAnswer.Chunk(entries, false), 0, false);
      }
    }
    int itemsSent = 0;
    for (UploadLoop.Begun send : sends) {
      itemsSent += ((UploadRequest.Send) send.ask()).request().requestItems().get("table").size();
      loop.ended(send, new UploadAnswer.Written(stored()), 0, true);
    }
    return end(loop, itemsSent);
  }

  private static Result end(UploadLoop loop, int itemsSent) {
    List<UploadRequest> after = new ArrayList<>();
    UploadCheckpoint saved = UploadCheckpoint.start("table", "none");
    UploadLoop.Begun step = loop.next();
    while (step != null) {
      after.add(step.ask());
      saved = ((UploadRequest.Save) step.ask()).checkpoint();
      loop.ended(step, new UploadAnswer.Done(), 0, true);
      step = loop.next();
    }
    return new Result(loop.end(), itemsSent, saved, after);
  }

  private static BatchWriteItemResponse stored() {
    return BatchWriteItemResponse.builder().build();
  }

  private static List<UploadLoop.Begun> asks(UploadLoop loop) {
    List<UploadLoop.Begun> asks = new ArrayList<>();
    UploadLoop.Begun step = loop.next();
    while (step != null) {
      asks.add(step);
      step = loop.next();
    }
    return asks;
  }
}
