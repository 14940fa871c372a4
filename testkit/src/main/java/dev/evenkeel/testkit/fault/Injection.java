package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The context of a fault.
 *
 * @param server the server as it is
 * @param past the server as it was some writes ago
 * @param dice the draws of this one injection
 * @param keys the keys that the rule is about
 */
record Injection(Server server, Server past, RandomGenerator dice, Predicate<JsonNode> keys) {
  /** The function that answers requests. */
  interface Server {
    CompletableFuture<Answer> send(Call call);
  }
}
