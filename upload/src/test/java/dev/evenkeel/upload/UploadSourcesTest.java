package dev.evenkeel.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.upload.spec.CheckpointStore;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import dev.evenkeel.upload.spec.UploadSource;
import dev.evenkeel.upload.spec.UploadSource.SourceRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class UploadSourcesTest {
  private final Path folder;

  UploadSourcesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static Map<String, AttributeValue> parse(String line) {
    if (line.startsWith("!")) {
      throw new IllegalArgumentException("no item");
    }
    return Map.of("v", AttributeValue.fromS(line));
  }

  /** Each record as its line and its value or problem. */
  private static List<String> read(UploadSource source, long position) throws IOException {
    List<String> records = new ArrayList<>();
    try (UploadSource.Cursor cursor = source.open(position)) {
      for (SourceRecord next = cursor.next(); next != null; next = cursor.next()) {
        records.add(
            next.line() + ":" + (next.item() == null ? next.problem() : next.item().get("v").s()));
      }
    }
    return records;
  }

  @Test
  void lines_ofAnyKind_areRecordsWithTheirLineFromAnyPosition() throws IOException {
    Path file = folder.resolve("lines");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write("a\n\n  \r\n!b\n".getBytes(StandardCharsets.UTF_8));
      out.write(new byte[] {'x', (byte) 0xff, '\n'});
      out.write("y".repeat((4 << 20) + 1).getBytes(StandardCharsets.UTF_8));
      out.write("\n\u00e9 last".getBytes(StandardCharsets.UTF_8));
    }
    UploadSource source = UploadSources.lines(file, UploadSourcesTest::parse);
    List<String> all =
        List.of(
            "1:a",
            "4:the line cannot be parsed (IllegalArgumentException)",
            "5:the line is not UTF-8",
            "6:the line has more than 4194304 bytes",
            "7:\u00e9 last");
    for (int position = 0; position <= all.size() + 1; position++) {
      assertThat(read(source, position))
          .isEqualTo(all.subList(Math.min(position, all.size()), all.size()));
    }
  }

  /** The mark is no part of the first item, nor the carriage return of the last attribute. */
  @Test
  void lines_asWindowsWritesThem_areWhatTheyAreElsewhere() throws IOException {
    Path file = folder.resolve("windows");
    Files.writeString(file, "\ufeffa\r\nb\rc\r\n\r\n\ufeffd\r\r\n");
    UploadSource source = UploadSources.lines(file, UploadSourcesTest::parse);
    List<String> all = List.of("1:a", "2:b\rc", "4:\ufeffd\r");
    assertThat(read(source, 0)).isEqualTo(all);
    assertThat(read(source, 1)).isEqualTo(all.subList(1, 3));
    for (String tiny : List.of("", "\ufeff", "\ufeff\r\n")) {
      Files.writeString(file, tiny);
      assertThat(read(source, 0)).isEmpty();
    }
    Files.writeString(file, "x");
    assertThat(read(source, 0)).containsExactly("1:x");
  }

  @Test
  void lines_thatOverflowTheParser_areRejected() throws IOException {
    Path file = folder.resolve("deep");
    Files.writeString(file, "a\n" + "[".repeat(1 << 20) + "\nb\n");
    UploadSource source =
        UploadSources.lines(file, line -> line.startsWith("[") ? nested(line, 0) : parse(line));
    assertThat(read(source, 0))
        .containsExactly("1:a", "2:the line cannot be parsed (StackOverflowError)", "3:b");
  }

  private static Map<String, AttributeValue> nested(String line, int from) {
    Map<String, AttributeValue> inside = from == line.length() ? Map.of() : nested(line, from + 1);
    return Map.of("l", AttributeValue.fromM(inside));
  }

  @Test
  void lines_ofAPackedFile_areUnpacked() throws IOException {
    Path file = folder.resolve("lines.gz");
    for (String part : List.of("a\nb\n", "c\n")) {
      try (OutputStream out =
          new GZIPOutputStream(
              Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
        out.write(part.getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(read(UploadSources.lines(file, UploadSourcesTest::parse), 1))
        .containsExactly("2:b", "3:c");
  }

  @Test
  void id_ofAFile_changesWithItsLengthAndItsHead() throws IOException {
    Path file = folder.resolve("file");
    UploadSource source = UploadSources.lines(file, UploadSourcesTest::parse);
    Files.writeString(file, "abc");
    String before = source.id();
    assertThat(source.id()).isEqualTo(before).startsWith("file:3:");
    Files.writeString(file, "abd");
    assertThat(source.id()).isNotEqualTo(before);
    Files.writeString(file, "abcd");
    assertThat(source.id()).startsWith("file:4:");
    assertThat(UploadSources.withId("mine", source).id()).isEqualTo("mine");
  }

  @Test
  void items_fromAnyPosition_areCountedOff() throws IOException {
    List<Map<String, AttributeValue>> items =
        IntStream.range(0, 3).mapToObj(i -> parse("v" + i)).toList();
    assertThat(read(UploadSources.items("s", items), 2)).containsExactly("0:v2");
    assertThat(read(UploadSources.stream("s", items::stream), 4)).isEmpty();
  }

  @Test
  void checkpoint_inAFile_isReplacedWhole() throws IOException {
    Path file = folder.resolve("checkpoint");
    CheckpointStore store = FileCheckpoints.at(file);
    assertThat(store.load()).isNull();
    store.save(UploadCheckpoint.start("t", "s"));
    UploadCheckpoint later = new UploadCheckpoint("t", "s", 7, List.of(), 7, 0, true);
    store.save(later);
    assertThat(store.load()).isEqualTo(later);
    assertThat(folder.toFile().list()).containsExactly("checkpoint");
  }

  @Test
  void checkpoint_writtenBySomeoneElse_isNotReplaced() throws IOException {
    Path file = folder.resolve("shared");
    CheckpointStore first = FileCheckpoints.at(file);
    CheckpointStore second = FileCheckpoints.at(file);
    assertThat(first.load()).isNull();
    assertThat(second.load()).isNull();
    UploadCheckpoint checkpoint = new UploadCheckpoint("t", "s", 7, List.of(), 7, 0, false);
    first.save(checkpoint);

    assertThatThrownBy(() -> second.save(UploadCheckpoint.start("t", "s")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another upload has written");
    assertThat(first.load()).isEqualTo(checkpoint);
  }

  /** Otherwise the first save would fail, after a second of writing. */
  @Test
  void checkpoint_inAFolderThatIsNone_isRefusedBeforeAnythingIsWritten() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    for (Path none : List.of(folder.resolve("missing/checkpoint"), file.resolve("checkpoint"))) {
      assertThatThrownBy(
              () ->
                  DistributedUpload.builder(new NoCalls())
                      .table("t", Uploads.KEY)
                      .source(UploadSources.items("s", List.of(Uploads.item("a", "1", "v"))))
                      .checkpoints(FileCheckpoints.at(none))
                      .build()
                      .run())
          .isInstanceOf(DecoratorException.class)
          .hasMessageContaining("Nothing was written")
          .hasRootCauseMessage(
              "the folder of the checkpoint '%s' is missing or may not be written".formatted(none));
    }
  }

  @Test
  void build_withNull_isRefusedWhereItIsGiven() {
    assertThatThrownBy(() -> UploadSources.lines(folder, null)).hasMessage("parser");
    assertThatThrownBy(() -> UploadSources.items(null, List.of())).hasMessage("id");
    DistributedUpload.Builder upload =
        DistributedUpload.builder(new NoCalls())
            .table("t", Uploads.KEY)
            .source(UploadSources.items("s", List.of()));
    assertThatThrownBy(() -> upload.listener(null).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("listener");
  }

  /** A pipe gives its bytes once: what the id read of it would be missing from the upload. */
  @Test
  void idOf_noRegularFile_isRefused() {
    assertThatThrownBy(() -> UploadSources.idOf(Path.of("/dev/null")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no regular file: '/dev/null'");
  }

  @Test
  void build_numbersBeyondTheirLimits_areRefused() {
    DynamoDbClient client = new NoCalls();
    UploadSource source = UploadSources.items("s", List.of());
    assertThatThrownBy(
            () ->
                DistributedUpload.builder(client)
                    .table("t", Uploads.KEY)
                    .source(source)
                    .saveEvery(Duration.ofSeconds(Long.MAX_VALUE))
                    .checkpoints(FileCheckpoints.at(Path.of("never")))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("saveEvery");
    assertThatThrownBy(
            () ->
                DistributedUpload.builder(client)
                    .table("t", Uploads.KEY)
                    .source(source)
                    .concurrency(Integer.MAX_VALUE)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("concurrency");
  }

  private record NoCalls() implements DynamoDbClient {
    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }
}
