package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/** A batch of which a part comes back unprocessed; see {@link Fault#unprocessed}. */
final class UnprocessedEntries {
  private static final String REQUESTED = "RequestItems";
  private static final Map<String, String> UNPROCESSED =
      Map.of("BatchWriteItem", "UnprocessedItems", "BatchGetItem", "UnprocessedKeys");

  private UnprocessedEntries() {}

  static Fault fault(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be > 0 and <= 1 but was " + share);
    }
    return new Fault(
        "unprocessed(" + share + ")",
        DynamoDbCall.class,
        call -> UNPROCESSED.containsKey(call.operation()) && Keys.of(call).size() > 1,
        (call, injection) -> send(call, injection, leftOut(share, Keys.of(call), injection)));
  }

  private static CompletableFuture<Answer> send(
      DynamoDbCall call, Injection injection, Set<Integer> left) {
    ObjectNode sent = call.body().deepCopy();
    sent.set(REQUESTED, part(call, i -> !left.contains(i)));
    ObjectNode unprocessed = part(call, left::contains);
    return injection
        .server()
        .send(call.withBody(sent))
        .thenApply(answer -> answer.isSuccess() ? merge(call, answer, unprocessed) : answer);
  }

  private static Set<Integer> leftOut(double share, List<JsonNode> keys, Injection injection) {
    RandomGenerator dice = injection.dice();
    List<Integer> candidates = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      if (injection.keys().test(keys.get(i))) {
        candidates.add(i);
      }
    }
    Set<Integer> left = new HashSet<>();
    candidates.stream().filter(i -> dice.nextDouble() < share).forEach(left::add);
    if (left.isEmpty()) {
      left.add(candidates.get(dice.nextInt(candidates.size())));
    }
    if (left.size() == keys.size()) {
      left.remove(dice.nextInt(keys.size()));
    }
    return left;
  }

  /** The batch's {@code RequestItems} reduced to the entries whose running number is kept. */
  private static ObjectNode part(DynamoDbCall call, IntPredicate kept) {
    ObjectNode part = Json.object();
    int number = 0;
    for (Map.Entry<String, JsonNode> table : call.body().path(REQUESTED).properties()) {
      ArrayNode entries = Json.array();
      for (JsonNode entry : Keys.entries(table.getValue())) {
        if (kept.test(number++)) {
          entries.add(entry);
        }
      }
      if (!entries.isEmpty()) {
        part.set(table.getKey(), withEntries(table.getValue(), entries));
      }
    }
    return part;
  }

  private static JsonNode withEntries(JsonNode table, ArrayNode entries) {
    if (table.isArray()) {
      return entries;
    }
    ObjectNode keysAndAttributes = table.deepCopy();
    return keysAndAttributes.set("Keys", entries);
  }

  /** Adds to what the server itself left unprocessed. */
  private static Answer merge(DynamoDbCall call, Answer answer, ObjectNode unprocessed) {
    ObjectNode body = answer.body();
    ObjectNode all = body.withObjectProperty(UNPROCESSED.get(call.operation()));
    for (Map.Entry<String, JsonNode> table : unprocessed.properties()) {
      JsonNode servers = all.path(table.getKey());
      ArrayNode entries = Json.array();
      Keys.entries(servers).forEach(entries::add);
      Keys.entries(table.getValue()).forEach(entries::add);
      all.set(table.getKey(), withEntries(table.getValue(), entries));
    }
    return answer.withBody(body);
  }
}
