package dev.evenkeel.upload.internal;

import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import dev.evenkeel.upload.spec.UploadReport;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import dev.evenkeel.upload.spec.UploadSource.SourceRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A table, a source and a checkpoint in virtual time, which answer an upload in an order drawn from
 * a seed, and which survive it when it is killed.
 */
final class UploadFixture {
  static final String TABLE = "table";
  static final KeySchema KEY =
      KeySchema.of(KeyAttribute.ofString("pk"), KeyAttribute.ofNumber("sk"));
  private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  final List<SourceRecord> source;
  final Map<ItemKey, String> table = new HashMap<>();
  final Set<Long> rejected = new HashSet<>();
  final List<List<Long>> batches = new ArrayList<>();
  final RecordValidator validator = new RecordValidator(KEY, ItemSize.ITEM_BYTES_MAX);
  final RandomGenerator random;
  UploadCheckpoint saved = UploadCheckpoint.start(TABLE, "source");

  /** The probability that an answer to a batch is throttled. */
  double throttled;

  double unprocessed;
  double units;
  int steps;
  long nowNanos;

  UploadFixture(List<SourceRecord> source, RandomGenerator random) {
    this.source = List.copyOf(source);
    this.random = random;
  }

  static Map<String, AttributeValue> item(String pk, String sk, String v) {
    return Map.of(
        "pk", AttributeValue.fromS(pk),
        "sk", AttributeValue.fromN(sk),
        "v", AttributeValue.fromS(v));
  }

  static UploadSettings settings(int windowItems, long rejectedMax) {
    return new UploadSettings(
        TABLE,
        3,
        windowItems,
        1 << 24,
        1_000,
        rejectedMax,
        null,
        false,
        TimeUnit.MILLISECONDS.toNanos(20));
  }

  /** Runs an upload to its end, or kills it before step {@code killAt}, and then returns null. */
  @Nullable UploadReport run(UploadSettings settings, int killAt) {
    UploadLoop loop = new UploadLoop(settings, validator, saved, nowNanos);
    SettledPositions from = new SettledPositions(saved);
    long[] position = {saved.settledBelow()};
    List<UploadLoop.Begun> asked = new ArrayList<>();
    for (int step = 0; step < killAt; step++) {
      steps = step;
      UploadLoop.Begun next = loop.next();
      if (next != null) {
        asked.add(next);
      } else if (loop.isOver()) {
        return loop.end();
      } else {
        UploadLoop.Begun chosen = asked.remove(random.nextInt(asked.size()));
        UploadAnswer answer = answer(chosen.ask(), from, position);
        nowNanos += nanos(chosen.ask());
        loop.ended(chosen, answer, nowNanos, false);
        loop.takeRejected().forEach(this::report);
      }
    }
    asked.stream().filter(one -> random.nextBoolean()).forEach(this::landsAfterTheKill);
    return null;
  }

  private void report(RejectedItem item) {
    rejected.add(item.position());
  }

  private void landsAfterTheKill(UploadLoop.Begun asked) {
    if (asked.ask() instanceof UploadRequest.Send send) {
      write(send);
    } else if (asked.ask() instanceof UploadRequest.Save save) {
      saved = save.checkpoint();
    }
  }

  private static long nanos(UploadRequest ask) {
    return ask instanceof UploadRequest.Wait wait ? wait.pause().longest().toNanos() : ANSWER_NANOS;
  }

  private UploadAnswer answer(UploadRequest ask, SettledPositions from, long[] position) {
    if (ask instanceof UploadRequest.Read read) {
      return read(read, from, position);
    }
    if (ask instanceof UploadRequest.Send send) {
      return write(send);
    }
    if (ask instanceof UploadRequest.Save save) {
      saved = UploadCheckpoint.parse(save.checkpoint().text());
    }
    return new UploadAnswer.Done();
  }

  private UploadAnswer read(UploadRequest.Read read, SettledPositions from, long[] position) {
    List<UploadEntry> entries = new ArrayList<>();
    while (entries.size() < read.itemsMax() && position[0] < source.size()) {
      if (!from.contains(position[0])) {
        entries.add(validator.take(position[0], source.get((int) position[0])));
      }
      position[0]++;
    }
    return new UploadAnswer.Chunk(entries, position[0] == source.size());
  }

  /** Values that begin with {@code refuse} are what DynamoDB does not take. */
  private UploadAnswer write(UploadRequest.Send send) {
    List<WriteRequest> writes = send.request().requestItems().get(TABLE);
    Set<ItemKey> keys = new HashSet<>();
    writes.forEach(write -> keys.add(validator.keyOf(write.putRequest().item())));
    if (keys.size() < writes.size()) {
      throw new AssertionError("a batch holds a key twice");
    }
    if (writes.stream().anyMatch(w -> w.putRequest().item().get("v").s().startsWith("refuse"))) {
      return new UploadAnswer.Failed(
          DynamoDbException.builder()
              .statusCode(400)
              .awsErrorDetails(AwsErrorDetails.builder().errorCode("ValidationException").build())
              .build());
    }
    if (random.nextDouble() < throttled) {
      return new UploadAnswer.Failed(
          ProvisionedThroughputExceededException.builder()
              .awsErrorDetails(
                  AwsErrorDetails.builder()
                      .errorCode("ProvisionedThroughputExceededException")
                      .build())
              .build());
    }
    return new UploadAnswer.Written(store(writes));
  }

  private BatchWriteItemResponse store(List<WriteRequest> writes) {
    List<WriteRequest> left = new ArrayList<>();
    List<Long> stored = new ArrayList<>();
    for (WriteRequest write : writes) {
      Map<String, AttributeValue> item = write.putRequest().item();
      if (random.nextDouble() < unprocessed) {
        left.add(write);
      } else {
        table.put(validator.keyOf(item), item.get("v").s());
        stored.add(positionOf(item));
      }
    }
    batches.add(stored);
    units += stored.size();
    ConsumedCapacity capacity =
        ConsumedCapacity.builder().tableName(TABLE).capacityUnits((double) stored.size()).build();
    return BatchWriteItemResponse.builder()
        .unprocessedItems(left.isEmpty() ? Map.of() : Map.of(TABLE, left))
        .consumedCapacity(capacity)
        .build();
  }

  private static long positionOf(Map<String, AttributeValue> item) {
    return Long.parseLong(item.get("v").s().replaceAll("\\D", ""));
  }
}
