package dev.evenkeel.benchmarks.moves;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * The sort keys of the items that a client reads, and of those that it begins to move.
 *
 * @param lines gets a line for each page and each move, before it goes on
 */
record DoneItems(Consumer<String> lines, Set<String> read, Set<String> moved, AtomicInteger pages)
    implements ExecutionInterceptor {
  private static final String MOVED = "moved ";
  private static final String READ = "read ";

  DoneItems(Consumer<String> lines) {
    this(lines, ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet(), new AtomicInteger());
  }

  /** The most items of a page. */
  int pageMax() {
    return pages.get();
  }

  /** Takes note of a line of another one. The last line of a process that was killed may be cut. */
  void take(String line) {
    if (line.startsWith(MOVED)) {
      moved.add(line.substring(MOVED.length()));
    } else if (line.startsWith(READ)) {
      Set<String> page = Set.of(line.substring(READ.length()).split(",", -1));
      read.addAll(page);
      pages.accumulateAndGet(page.size(), Math::max);
    }
  }

  @Override
  public void beforeExecution(
      Context.BeforeExecution context, ExecutionAttributes executionAttributes) {
    if (context.request() instanceof TransactWriteItemsRequest transaction) {
      said(MOVED + sort(transaction.transactItems().get(1).put().item()));
    }
  }

  @Override
  public void afterExecution(
      Context.AfterExecution context, ExecutionAttributes executionAttributes) {
    if (context.response() instanceof QueryResponse page
        && context.request() instanceof QueryRequest query
        && isOfItems(query, page)) {
      said(READ + page.items().stream().map(DoneItems::sort).collect(Collectors.joining(",")));
    }
  }

  /** Passes query their own rows, too, and look for single items where they split a segment. */
  private static boolean isOfItems(QueryRequest query, QueryResponse page) {
    return !Integer.valueOf(1).equals(query.limit())
        && !page.items().isEmpty()
        && page.items().get(0).containsKey("body");
  }

  private void said(String line) {
    take(line);
    lines.accept(line);
  }

  private static String sort(Map<String, AttributeValue> item) {
    return SpreadTable.text(item, "sk");
  }
}
