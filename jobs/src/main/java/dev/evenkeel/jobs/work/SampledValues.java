package dev.evenkeel.jobs.work;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.LargeValues.LargeValue;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The beginnings of a few large values that are outside their items.
 *
 * @param seen how many there were
 * @param wrong how many of them are not where their items say
 */
record SampledValues(int seen, int wrong) {
  private static final int ITEMS = 25;
  private static final int VALUES = 5;

  /**
   * Sends one Scan of {@value #ITEMS} items, and reads the first bytes of {@value #VALUES} values
   * at most, which is some MiB of each.
   *
   * @param s3 null if none is in a bucket
   */
  static SampledValues of(DynamoDbClient client, @Nullable S3Client s3, ChunkingSpec spec) {
    ChunkingDynamoDbClient.Builder builder = ChunkingDynamoDbClient.builder(client).table(spec);
    ChunkingDynamoDbClient reading = (s3 == null ? builder : builder.s3(s3)).build();
    int seen = 0;
    int wrong = 0;
    for (Map<String, AttributeValue> key : keys(client, spec)) {
      for (String attribute : spec.attributes().keySet()) {
        LargeValue value = seen == VALUES ? null : open(reading, spec, key, attribute);
        if (value != null && value.isOutside()) {
          seen++;
          wrong += isThere(value) ? 0 : 1;
        }
      }
    }
    return new SampledValues(seen, wrong);
  }

  /** The keys of items whose markers name values that are elsewhere, or compressed. */
  private static List<Map<String, AttributeValue>> keys(DynamoDbClient client, ChunkingSpec spec) {
    Map<String, String> names = new HashMap<>();
    List<String> keys = new ArrayList<>();
    spec.key()
        .attributes()
        .forEach(
            attribute -> {
              keys.add("#k" + keys.size());
              names.put(keys.get(keys.size() - 1), attribute);
            });
    List<String> markers = new ArrayList<>();
    Set<String> attributes = spec.attributes().keySet();
    attributes.forEach(
        attribute -> {
          String name = "#m" + markers.size();
          names.put(name, ChunkingSpec.markerOf(attribute));
          markers.add("attribute_exists(%s)".formatted(name));
        });
    return client
        .scan(
            r ->
                r.tableName(spec.tableName())
                    .limit(ITEMS)
                    .projectionExpression(String.join(", ", keys))
                    .filterExpression(String.join(" OR ", markers))
                    .expressionAttributeNames(names))
        .items();
  }

  /** Null if the item has gone, or what it says of the value cannot be so. */
  private static @Nullable LargeValue open(
      ChunkingDynamoDbClient client,
      ChunkingSpec spec,
      Map<String, AttributeValue> key,
      String attribute) {
    return client.largeValues().open(spec.tableName(), key, attribute);
  }

  private static boolean isThere(LargeValue value) {
    try (InputStream bytes = value.stream()) {
      return bytes.read() >= 0 || value.length() == 0;
    } catch (LargeValueException e) {
      if (e.reason() != Reason.PAYLOAD_MISSING && e.reason() != Reason.CORRUPT) {
        throw e;
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text() {
    return "%d of %d sampled values are not where their items say: chunks or objects were deleted, or the spec names another chunk table, bucket or prefix than writers do. Name theirs, or restore what is lost from a backup"
        .formatted(wrong, seen);
  }
}
