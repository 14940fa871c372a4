package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Reads what {@link MoveWriterChild}ren write: nothing that was answered is missing, no value is
 * older than one that was answered or read, and none is there that was not sent.
 */
final class MoveReader {
  private final DynamoDbClient client;
  private final Random random;
  private final List<Path> journals = new ArrayList<>();
  private final Map<String, Integer> seen = new HashMap<>();
  private int checked;

  MoveReader(DynamoDbClient client, Random random) {
    this.client = client;
    this.random = random;
  }

  /** Watches one more writer, which prints there. */
  void watch(Path journal) {
    journals.add(journal);
  }

  /** How many values were checked. */
  int checked() {
    return checked;
  }

  /** The sort keys of all items of which a write was answered. */
  List<String> written() throws IOException {
    List<String> written = new ArrayList<>();
    for (Path journal : journals) {
      written.addAll(last(journal, MoveWriterChild.DONE).keySet());
    }
    return written;
  }

  /** Looks at the items of one writer, by gets or by a query. */
  void read() throws IOException {
    if (!journals.isEmpty()) {
      read(journals.get(random.nextInt(journals.size())));
    }
  }

  /** Looks at all items. */
  void readAll() throws IOException {
    for (Path journal : journals) {
      read(journal);
    }
  }

  private void read(Path journal) throws IOException {
    Map<String, Integer> answered = last(journal, MoveWriterChild.DONE);
    Map<String, Integer> least = new HashMap<>(answered);
    answered.keySet().forEach(sort -> least.merge(sort, seen.getOrDefault(sort, 0), Math::max));
    Map<String, Integer> found = new HashMap<>();
    if (random.nextBoolean()) {
      least.keySet().removeIf(sort -> !MoveWriterChild.key(sort).get("pk").equals(LiveTable.HOT));
      queried(least, found);
    } else {
      least.keySet().forEach(sort -> found.put(sort, value(got(sort), sort)));
    }
    Map<String, Integer> sent = last(journal, MoveWriterChild.SENT);
    least.forEach(
        (sort, value) -> assertThat(found.get(sort)).as(sort).isBetween(value, sent.get(sort)));
    seen.putAll(found);
    checked += found.size();
  }

  private Map<String, AttributeValue> got(String sort) {
    return client
        .getItem(
            get ->
                get.tableName(LiveTable.TABLE).key(MoveWriterChild.key(sort)).consistentRead(true))
        .item();
  }

  private static int value(Map<String, AttributeValue> item, String sort) {
    assertThat(item).as(sort).containsKey("value");
    return Integer.parseInt(item.get("value").n());
  }

  private void queried(Map<String, Integer> asked, Map<String, Integer> found) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(LiveTable.TABLE)
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", LiveTable.HOT))
            .consistentRead(true)
            .limit(20 + random.nextInt(200))
            .build();
    client
        .queryPaginator(query)
        .items()
        .forEach(
            item -> {
              String sort = item.get("sk").s();
              if (asked.containsKey(sort)) {
                assertThat(found.put(sort, value(item, sort))).as("twice: %s", sort).isNull();
              }
            });
  }

  /** The last value of each item after a word. A line that is not whole counts as not written. */
  private static Map<String, Integer> last(Path journal, String word) throws IOException {
    String text = Files.readString(journal);
    Map<String, Integer> last = new HashMap<>();
    text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(line -> line.split(" "))
        .filter(words -> words[0].equals(word))
        .forEach(words -> last.put(words[1], Integer.parseInt(words[2])));
    return last;
  }
}
