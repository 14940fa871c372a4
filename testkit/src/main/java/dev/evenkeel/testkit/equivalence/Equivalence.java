package dev.evenkeel.testkit.equivalence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * A decorated client and a plain one that must answer alike: each request goes to both, and what
 * both say is compared as {@link Outcome}s. Both see tables of the same names, so they work in
 * namespaces of their own ({@link dev.evenkeel.testkit.LocalDynamoDb#isolated()}).
 *
 * <pre>{@code
 * try (Equivalence both = Equivalence.of(
 *     kind.open(local.isolated(), decoration), kind.open(local.isolated(), Decoration.none()))) {
 *   both.prepare(table.request());
 *   both.same(PutItemRequest.builder()...build());
 *   both.sameItems(ScanRequest.builder()...build());
 * }
 * }</pre>
 *
 * <p>A difference is an {@link AssertionError} that shows the request, and both answers around the
 * place where they differ. {@link dev.evenkeel.testkit.gen.Rounds#run Rounds.run} draws requests
 * from seeds and names the seed of a failure.
 */
public final class Equivalence implements AutoCloseable {
  private static final int PAGES_MAX = 1_000;

  private final ClientUnderTest decorated;
  private final ClientUnderTest plain;
  private final Set<String> hidden;

  private Equivalence(ClientUnderTest decorated, ClientUnderTest plain, Set<String> hidden) {
    this.decorated = decorated;
    this.plain = plain;
    this.hidden = hidden;
  }

  /** Both are closed with it. */
  public static Equivalence of(ClientUnderTest decorated, ClientUnderTest plain) {
    return new Equivalence(decorated, plain, Set.of());
  }

  /** The same, where these attributes count in no item: they need not be in those of both. */
  public Equivalence hiding(String... attributes) {
    Set<String> all = new TreeSet<>(hidden);
    all.addAll(List.of(attributes));
    return new Equivalence(decorated, plain, Set.copyOf(all));
  }

  /** The client that is tested. */
  public ClientUnderTest decorated() {
    return decorated;
  }

  /** The client that it is compared with. */
  public ClientUnderTest plain() {
    return plain;
  }

  /** Sends a request to both and compares nothing: one that creates a table, for instance. */
  public void prepare(DynamoDbRequest request) {
    DynamoDbResponse unused = decorated.call(request);
    unused = plain.call(request);
  }

  /**
   * Sends a request to the decorated client, then to the plain one.
   *
   * @return the answer of both
   * @throws AssertionError if they answer differently
   * @throws RuntimeException an exception of either that is no failure of the service
   */
  public Outcome same(DynamoDbRequest request) {
    return same(request, request);
  }

  /** The same, where the two are asked in different words. */
  public Outcome same(DynamoDbRequest ofDecorated, DynamoDbRequest ofPlain) {
    return same(ofDecorated, ofPlain, (client, request) -> Outcome.of(client, request, hidden));
  }

  /** Compares what a test makes of both. */
  public <Q, R> R same(Q ofDecorated, Q ofPlain, BiFunction<ClientUnderTest, Q, R> result) {
    R actual = result.apply(decorated, ofDecorated);
    R expected = result.apply(plain, ofPlain);
    if (!Objects.equals(actual, expected)) {
      throw new AssertionError(Difference.text(ofDecorated, actual, expected));
    }
    return actual;
  }

  /**
   * Compares a query page by page to the end, or to the failure that both end with.
   *
   * @return how many pages there were
   */
  public int samePages(QueryRequest query) {
    return samePages(
        query, (request, start) -> request.toBuilder().exclusiveStartKey(start).build());
  }

  /** Compares a scan page by page to the end, or to the failure that both end with. */
  public int samePages(ScanRequest scan) {
    return samePages(
        scan, (request, start) -> request.toBuilder().exclusiveStartKey(start).build());
  }

  private <Q extends DynamoDbRequest> int samePages(
      Q first, BiFunction<Q, Map<String, AttributeValue>, Q> after) {
    Q next = first;
    for (int pages = 1; pages <= PAGES_MAX; pages++) {
      Map<String, AttributeValue> start = same(next).item("LastEvaluatedKey");
      if (start.isEmpty()) {
        return pages;
      }
      next = after.apply(first, start);
    }
    throw new AssertionError("no end after %d pages: %s".formatted(PAGES_MAX, first));
  }

  /**
   * Compares a query's items over all pages, in order and however many a page has.
   *
   * @return the items, in normal form
   */
  public List<Map<String, AttributeValue>> sameItems(QueryRequest query) {
    return same(query, query, (client, request) -> items(client.pages(request, PAGES_MAX)));
  }

  private List<Map<String, AttributeValue>> items(List<QueryResponse> pages) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    pages.forEach(page -> page.items().forEach(item -> items.add(normal(item))));
    return items;
  }

  private Map<String, AttributeValue> normal(Map<String, AttributeValue> item) {
    return new NormalForm(hidden).item(item);
  }

  /**
   * Compares a scan's items over all pages, in any order and however many a page has.
   *
   * @return how often each item is there, in normal form
   */
  public Map<Map<String, AttributeValue>, Integer> sameItems(ScanRequest scan) {
    return same(
        scan,
        scan,
        (client, request) -> {
          Map<Map<String, AttributeValue>, Integer> counts = new HashMap<>();
          for (ScanResponse page : client.pages(request, PAGES_MAX)) {
            page.items().forEach(item -> counts.merge(normal(item), 1, Integer::sum));
          }
          return counts;
        });
  }

  /** Closes both clients. */
  @Override
  public void close() {
    try (plain) {
      decorated.close();
    }
  }
}
