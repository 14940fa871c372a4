package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.LayoutUnknownException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Updates whose answer is lost while the layout changes are not planned anew. */
@ExtendWith(LocalDynamoDbExtension.class)
class UnansweredUpdateTest {
  private static final UpdateItemRequest ADD =
      UpdateItemRequest.builder()
          .tableName(LiveTable.TABLE)
          .key(LiveTable.key("hot", "a"))
          .updateExpression("ADD n :one")
          .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
          .build();

  private final LiveTable table;
  private final SdkHttpClient http = Apache5HttpClient.create();

  /** What happens once, after the next request and before its answer is lost. */
  private volatile @Nullable Runnable losing;

  UnansweredUpdateTest(LocalDynamoDb local) {
    table = new LiveTable(local);
  }

  @AfterEach
  void close() {
    table.close();
    http.close();
  }

  /** Loses one answer: wholly, or after its first lines. */
  private final class Losing implements SdkHttpClient {
    private final boolean isBegun;

    Losing(boolean isBegun) {
      this.isBegun = isBegun;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
      ExecutableHttpRequest sent = http.prepareRequest(request);
      return new ExecutableHttpRequest() {
        @Override
        public HttpExecuteResponse call() throws IOException {
          HttpExecuteResponse answer = sent.call();
          Runnable once = losing;
          if (once != null) {
            losing = null;
            once.run();
            return cut(answer);
          }
          return answer;
        }

        private HttpExecuteResponse cut(HttpExecuteResponse answer) throws IOException {
          if (!isBegun) {
            throw new IOException("lost");
          }
          return HttpExecuteResponse.builder()
              .response(answer.httpResponse())
              .responseBody(AbortableInputStream.create(new Lost()))
              .build();
        }

        @Override
        public void abort() {
          sent.abort();
        }
      };
    }

    @Override
    public void close() {}
  }

  private static final class Lost extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("lost");
    }

    @Override
    public int read(byte[] into, int from, int bytes) throws IOException {
      throw new IOException("lost");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void update_whoseAnswerIsLostWhileTheLayoutChanges_isNotMadeOnceMore(boolean isBegun) {
    LayoutEditor editor = table.editor();
    editor.ready();
    try (DynamoDbClient sending =
        table
            .local
            .clientBuilder()
            .httpClient(new Losing(isBegun))
            .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
            .build()) {
      ShardingDynamoDbClient client =
          ShardingDynamoDbClient.builder(sending).table(LiveTable.spec(table.store())).build();
      client.updateItem(ADD);
      losing =
          () -> {
            editor.settle();
            table.waitForLease();
          };
      assertThatThrownBy(() -> client.updateItem(ADD))
          .asInstanceOf(InstanceOfAssertFactories.type(LayoutUnknownException.class))
          .returns(true, LayoutUnknownException::mayHaveWritten)
          .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
          .hasMessageContaining("or add once more, so it was not repeated");
    }
    assertThat(
            table
                .plain
                .getItem(get -> get.tableName(LiveTable.TABLE).key(ADD.key()))
                .item()
                .get("n"))
        .isEqualTo(AttributeValue.fromN("2"));
  }
}
