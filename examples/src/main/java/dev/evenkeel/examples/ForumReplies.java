package dev.evenkeel.examples;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * The Reply and ReplyChunks tables of AWS's text "Best Practices for Items": replies may be longer
 * than an item, and are then kept in chunks. A table that was filled by hand, as the text shows, is
 * read as it is; what is written anew can be replaced and deleted without a torn or a lost reply.
 */
public final class ForumReplies {
  private static final String REPLY = "Reply";
  private static final String CHUNKS = "ReplyChunks";
  private static final String INTENTS = "Intents";

  /** A short grace, so that the example need not wait a quarter of an hour to clean up. */
  private static final ChunkingSpec SPEC =
      ChunkingSpec.builder(REPLY)
          .partitionKey("Id")
          .sortKey("ReplyDateTime")
          .attribute("Message", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of(CHUNKS))
          .seedLayout("Message")
          .intentTable(INTENTS)
          .grace(Duration.ZERO)
          .build();

  private final PrintStream out;
  private final DynamoDbClient plain;
  private final DynamoDbClient client;

  private ForumReplies(PrintStream out, DynamoDbClient plain) {
    this.out = out;
    this.plain = plain;
    this.client = ChunkingDynamoDbClient.builder(plain).table(SPEC).build();
  }

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      ExampleTables.create(plain, REPLY, "Id", "ReplyDateTime");
      ExampleTables.create(plain, CHUNKS, "Id");
      ExampleTables.createIntents(plain, INTENTS);
      ForumReplies example = new ForumReplies(out, plain);
      example.fillByHand();
      example.show("DynamoDB#Thread1", "2012-03-15T20:42:54.023Z");
      example.show("DynamoDB#Thread2", "2012-03-21T20:41:23.192Z");
      example.replyAtLength();
      example.sweep();
    }
  }

  /** As the text shows it, with nothing but puts. */
  private void fillByHand() {
    String thread = "DynamoDB#Thread1";
    String time = "2012-03-15T20:42:54.023Z";
    plain.putItem(
        put ->
            put.tableName(REPLY)
                .item(
                    Map.of(
                        "Id", text(thread),
                        "ReplyDateTime", text(time),
                        "ChunkCount", AttributeValue.fromN("3"),
                        "ChunkVersion", AttributeValue.fromN("1"))));
    String[] parts = {"first part of long message text...", "...second part...", "...third part"};
    for (int i = 1; i <= parts.length; i++) {
      String id = thread + "#" + time + "#1#" + i;
      String part = parts[i - 1];
      plain.putItem(
          put -> put.tableName(CHUNKS).item(Map.of("Id", text(id), "Message", text(part))));
    }
    plain.putItem(
        put ->
            put.tableName(REPLY)
                .item(
                    Map.of(
                        "Id", text("DynamoDB#Thread2"),
                        "ReplyDateTime", text("2012-03-21T20:41:23.192Z"),
                        "Message", text("short message"))));
  }

  private void show(String thread, String time) {
    out.println("%s: %s".formatted(thread, message(thread, time)));
  }

  private String message(String thread, String time) {
    Map<String, AttributeValue> reply =
        client
            .getItem(get -> get.tableName(REPLY).key(key(thread, time)).consistentRead(true))
            .item();
    return requireNonNull(reply.get("Message")).s();
  }

  /** A megabyte where there were three lines; then another, and then a line. */
  private void replyAtLength() {
    String thread = "DynamoDB#Thread1";
    String time = "2012-03-15T20:42:54.023Z";
    for (String message : new String[] {"a".repeat(1 << 20), "b".repeat(1 << 20), "in short"}) {
      client.updateItem(
          update ->
              update
                  .tableName(REPLY)
                  .key(key(thread, time))
                  .updateExpression("SET Message = :message")
                  .expressionAttributeValues(Map.of(":message", text(message))));
      String read = message(thread, time);
      out.println(
          "%d characters, read back alike: %s".formatted(read.length(), read.equals(message)));
    }
  }

  private void sweep() {
    out.println("chunks before the sweep: %d".formatted(chunks()));
    SweepReport unused = OrphanSweeper.builder(plain).table(SPEC).dryRun(false).build().sweep();
    out.println("chunks after it: %d".formatted(chunks()));
  }

  private int chunks() {
    return plain.scanPaginator(scan -> scan.tableName(CHUNKS).select("COUNT")).stream()
        .mapToInt(ScanResponse::count)
        .sum();
  }

  private static Map<String, AttributeValue> key(String thread, String time) {
    return Map.of("Id", text(thread), "ReplyDateTime", text(time));
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }
}
