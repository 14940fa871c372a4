package dev.evenkeel.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

class QuickstartTest {
  private static final AccessLog LOG =
      new AccessLog(
          IntStream.rangeClosed(1, 9)
              .mapToObj(line -> Hits.hit(line, "2015-05-17T10:00:00Z"))
              .toList(),
          9,
          List.of());

  private final StringWriter output = new StringWriter();

  @Test
  void run_everyHitStored_findsNoDifference() {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      assertThat(differences(plain)).isEmpty();
    }
  }

  @Test
  void run_oneHitLost_findsItInEveryAnswer() {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client()) {
      assertThat(differences(losing(plain, "#000000005")))
          .contains(
              "items stored: 9 expected, but got 8",
              "busiest hour: 9 expected, but got 8",
              "newest hits: 9 expected, but got 8",
              "all of 2015-05-17: 9 expected, but got 8");
    }
  }

  private List<String> differences(DynamoDbClient plain) {
    Report report = new Report(new PrintWriter(output));
    return new Quickstart(plain, 4, LOG, report)
        .run(total -> LoadProgress.lines(total, new PrintWriter(output)));
  }

  /** A client that says it stored an item, but did not. */
  private static DynamoDbClient losing(DynamoDbClient delegate, String sortKeyEnd) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              if (arguments != null
                  && arguments[0] instanceof PutItemRequest put
                  && put.tableName().equals(Quickstart.TABLE)
                  && HitItem.textIn(put.item(), HitItem.AT).endsWith(sortKeyEnd)) {
                return PutItemResponse.builder().build();
              }
              try {
                return method.invoke(delegate, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }
}
