package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.shell.SystemEnvironment;
import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.sweep.StreamNotes;
import dev.evenkeel.chunking.internal.sweep.SweptTables;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.StreamReport;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.operation.TableName;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/**
 * Notes what a change of an item left outside, from its record in DynamoDB Streams: for items that
 * TTL expires, or that consoles and other clients delete or write. It removes nothing; an {@link
 * OrphanSweeper} does, after the grace, if the item does not have it then.
 *
 * <p>Call it for each record of the parent table's stream, from a Lambda function or a consumer of
 * your own. A record that comes twice, late or out of order does no harm. Values that a chunking
 * client replaced are noted by it already; noting them again costs a small write, and to filter
 * records for {@code REMOVE} saves it where only deletes come from elsewhere.
 *
 * <p>The stream has to carry old images ({@code NEW_AND_OLD_IMAGES}, or {@code OLD_IMAGE}, with
 * which every update of an item with a value outside is noted in vain): they hold the markers,
 * attributes named {@code evenkeel.} and the attribute, which say what is outside. Pass images as
 * they are stored; on a table that is sharded too, with their logical keys. The stream of a
 * period's table is understood if the client is the time series client: with another, name the
 * series.
 *
 * <p>Costs one write of a unit, or a few, for a record that left something; nothing for others.
 * Safe for use by several threads. The client is used, and never closed.
 */
public final class StreamCleaner {
  private final SweptTables tables;
  private final Environment environment;
  private final DynamoDbClient client;
  private final SyncRunner runner = SyncRunner.create();

  private StreamCleaner(DynamoDbClient client, List<ChunkingSpec> specs, InstantSource clock) {
    this.client = client;
    this.tables = new SweptTables(specs);
    this.environment = new SystemEnvironment(clock);
  }

  /**
   * A cleaner by the system's clock.
   *
   * @param client any that serves the intent tables; for items of a time series, its client
   * @param specs the specs of the writers
   * @throws IllegalArgumentException as {@link OrphanSweeper.Builder#build} does
   */
  public static StreamCleaner of(DynamoDbClient client, ChunkingSpec... specs) {
    return of(client, InstantSource.system(), specs);
  }

  /** A cleaner with a clock of the caller's, from which it computes the grace. */
  public static StreamCleaner of(
      DynamoDbClient client, InstantSource clock, ChunkingSpec... specs) {
    return new StreamCleaner(client, List.of(specs), clock);
  }

  /**
   * Notes what a record left.
   *
   * @param tableName the table whose stream it is of, by name or ARN: records do not tell
   * @throws IllegalArgumentException if there is no spec of the table, or an update or delete has
   *     no old image
   * @throws dev.evenkeel.core.item.KeyMismatchException if the image has no such key as the spec
   * @throws software.amazon.awssdk.core.exception.SdkException if it could not be noted: call again
   */
  public StreamReport clean(String tableName, Record record) {
    StreamRecord images = record.dynamodb();
    if (record.eventName() == OperationType.INSERT) {
      return new StreamReport(0, 0);
    }
    return clean(
        tableName,
        images.hasOldImage() ? images.oldImage() : Map.of(),
        images.hasNewImage() ? images.newImage() : null);
  }

  /**
   * Notes what a change left.
   *
   * @param oldImage the item before; empty is refused, for it means that the stream has none
   * @param newImage the item after; null if it is gone, or the stream does not carry it
   * @see #clean(String, Record)
   */
  public StreamReport clean(
      String tableName,
      Map<String, AttributeValue> oldImage,
      @Nullable Map<String, AttributeValue> newImage) {
    if (oldImage.isEmpty()) {
      throw new IllegalArgumentException(
          "The record has no old image, which tells what was outside. Let the stream of table '%s' carry NEW_AND_OLD_IMAGES"
              .formatted(tableName));
    }
    return runner.run(
        StreamNotes.of(tables, environment, logicalName(tableName), oldImage, newImage),
        Sender.sync(client, Sender.nothingElse()),
        Deadline.NONE);
  }

  /** Items of a period's table are known by the name of their series. */
  private String logicalName(String tableName) {
    String plain = TableName.parse(tableName).name();
    return StackLayer.in(client).stream()
        .map(layer -> layer.logicalNameOf(plain))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(tableName);
  }
}
