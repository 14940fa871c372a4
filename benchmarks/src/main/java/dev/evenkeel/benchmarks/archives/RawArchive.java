package dev.evenkeel.benchmarks.archives;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An archive written by hand: a thread for each segment, gzip of JSON lines, into S3. */
final class RawArchive {
  private static final int FILE_BYTES = 8 * 1024 * 1024;
  private static final JsonFactory JSON = new JsonFactory();

  private final Fixture fixture;
  private final String table;

  RawArchive(Fixture fixture, String table) {
    this.fixture = fixture;
    this.table = table;
  }

  void write() {
    IntStream.range(0, Fixture.SEGMENTS)
        .mapToObj(segment -> new Thread(() -> segment(segment)))
        .peek(Thread::start)
        .toList()
        .forEach(Fixture::join);
  }

  /** A file under way. */
  private static final class Open {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JsonGenerator json;

    Open() throws IOException {
      json = JSON.createGenerator(new GZIPOutputStream(bytes, 1 << 16));
      json.setRootValueSeparator(null);
    }
  }

  private void segment(int segment) {
    try {
      Open open = new Open();
      int number = 0;
      for (var page :
          fixture.dynamoDb.scanPaginator(
              r -> r.tableName(table).segment(segment).totalSegments(Fixture.SEGMENTS))) {
        for (Map<String, AttributeValue> item : page.items()) {
          line(open.json, item);
        }
        if (open.bytes.size() >= FILE_BYTES) {
          put(segment, number++, open);
          open = new Open();
        }
      }
      put(segment, number, open);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void line(JsonGenerator json, Map<String, AttributeValue> item)
      throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("Item");
    for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
      json.writeObjectFieldStart(attribute.getKey());
      AttributeValue value = attribute.getValue();
      json.writeStringField(
          value.s() == null ? "N" : "S", value.s() == null ? value.n() : value.s());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void put(int segment, int number, Open open) throws IOException {
    open.json.close();
    fixture.s3.putObject(
        r -> r.bucket(fixture.bucket).key("raw/%d-%d.json.gz".formatted(segment, number)),
        RequestBody.fromBytes(open.bytes.toByteArray()));
  }
}
