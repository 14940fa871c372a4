package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.LargeAsyncValues.LargeAsyncValue;
import dev.evenkeel.chunking.LargeValues.LargeValue;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** The side entrance of one client, with its values as bytes. */
interface Streams {
  long put(PutItemRequest request, String attribute, boolean text, InputStream value);

  /** Null if there is none. */
  byte[] read(Map<String, AttributeValue> key, String attribute);

  record SyncStreams(LargeValues values) implements Streams {
    @Override
    public long put(PutItemRequest request, String attribute, boolean text, InputStream value) {
      return text
          ? values.putText(request, attribute, value)
          : values.putBinary(request, attribute, value);
    }

    @Override
    public byte[] read(Map<String, AttributeValue> key, String attribute) {
      LargeValue value = values.open(Fixture.DOCS, key, attribute);
      if (value == null) {
        return null;
      }
      try (InputStream stream = value.stream()) {
        byte[] bytes = stream.readAllBytes();
        assertThat(value.length()).isEqualTo(bytes.length);
        return bytes;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  record AsyncStreams(LargeAsyncValues values) implements Streams {
    @Override
    public long put(PutItemRequest request, String attribute, boolean text, InputStream value) {
      AsyncRequestBody body =
          AsyncRequestBody.fromInputStream(value, null, ForkJoinPool.commonPool());
      return joined(
          text
              ? values.putText(request, attribute, body)
              : values.putBinary(request, attribute, body));
    }

    @Override
    public byte[] read(Map<String, AttributeValue> key, String attribute) {
      LargeAsyncValue value = joined(values.open(Fixture.DOCS, key, attribute));
      if (value == null) {
        return null;
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      joined(
          value
              .publisher()
              .subscribe(
                  piece -> {
                    byte[] some = new byte[piece.remaining()];
                    piece.get(some);
                    bytes.writeBytes(some);
                  }));
      assertThat(value.length()).isEqualTo(bytes.size());
      return bytes.toByteArray();
    }

    private static <T> T joined(CompletableFuture<T> future) {
      return ClientUnderTest.join(future.orTimeout(60, TimeUnit.SECONDS));
    }
  }
}
