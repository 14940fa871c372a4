package dev.evenkeel.upload;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.upload.spec.InvalidCheckpointException;
import dev.evenkeel.upload.spec.UploadFailedException;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadProgress;
import dev.evenkeel.upload.spec.UploadReport;
import dev.evenkeel.upload.spec.UploadSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Uploads that are run again with the same checkpoint. */
@ExtendWith(LocalDynamoDbExtension.class)
class UploadResumeTest {
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final Path folder;

  UploadResumeTest(LocalDynamoDb local, DynamoDbClient plain, @TempDir Path folder) {
    this.local = local;
    this.plain = plain;
    this.folder = folder;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    UploadTables.create(plain, UploadTables.PLAIN);
  }

  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_tableMissing_failsAtOnceAndGoesOnOnceItIsThere(Uploads uploads) {
    List<Map<String, AttributeValue>> items = Uploads.sorted("late", 3, 20);
    UploadSource source = UploadSources.items("s", items);
    Path file = folder.resolve("late");
    String table = "late" + uploads;

    assertThatThrownBy(
            () ->
                uploads.run(
                    local,
                    Uploads.noFaults(),
                    List.of(),
                    upload ->
                        upload
                            .table(table, Uploads.KEY)
                            .source(source)
                            .checkpoints(FileCheckpoints.at(file))))
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.REFUSED))
        .hasCauseInstanceOf(ResourceNotFoundException.class);
    UploadTables.create(plain, table);
    UploadReport report =
        uploads.run(
            local,
            Uploads.noFaults(),
            List.of(),
            upload ->
                upload
                    .table(table, Uploads.KEY)
                    .source(source)
                    .checkpoints(FileCheckpoints.at(file)));
    assertThat(report.complete()).isTrue();
    assertThat(Uploads.storedValues(plain, table, "late")).hasSize(60);
  }

  /** The second run finds everything settled and sends nothing; another source is refused. */
  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_completeCheckpoint_sendsNothing(Uploads uploads) {
    List<Map<String, AttributeValue>> items = Uploads.sorted("again" + uploads, 3, 20);
    Path file = folder.resolve("again");
    UploadReport first = into(uploads, "s", items, file);
    UploadReport second = into(uploads, "s", items, file);

    assertThat(first.progress().itemsStored()).isEqualTo(60);
    assertThat(second.complete()).isTrue();
    assertThat(second.progress().batches()).isZero();
    assertThat(second.checkpoint()).isEqualTo(first.checkpoint());
    assertThatThrownBy(() -> into(uploads, "another", items, file))
        .isInstanceOf(InvalidCheckpointException.class)
        .hasMessageContaining("of source 's' into table 'plain'");
  }

  private UploadReport into(
      Uploads uploads, String id, List<Map<String, AttributeValue>> items, Path checkpoint) {
    return uploads.run(
        local,
        Uploads.noFaults(),
        List.of(),
        upload ->
            upload
                .table("plain", Uploads.KEY)
                .source(UploadSources.items(id, items))
                .checkpoints(FileCheckpoints.at(checkpoint)));
  }

  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_listenerThrows_failsAndCanBeResumed(Uploads uploads) {
    List<Map<String, AttributeValue>> items = Uploads.sorted("told" + uploads, 3, 20);
    Path file = folder.resolve("told");
    UploadListener failing =
        new UploadListener() {
          @Override
          public void progressed(UploadProgress progress) {
            throw new IllegalStateException("the listener's own");
          }
        };

    assertThatThrownBy(
            () ->
                uploads.run(
                    local,
                    Uploads.noFaults(),
                    List.of(),
                    upload ->
                        upload
                            .table("plain", Uploads.KEY)
                            .source(UploadSources.items("s", items))
                            .checkpoints(FileCheckpoints.at(file))
                            .listener(failing)))
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.LISTENER))
        .hasRootCauseMessage("the listener's own");
    assertThat(into(uploads, "s", items, file).complete()).isTrue();
    assertThat(Uploads.storedValues(plain, "plain", "told" + uploads)).hasSize(60);
  }

  /** As a log is rotated, or a copy is begun anew. */
  @ParameterizedTest
  @CsvSource({"SYNC,3", "SYNC,12", "ASYNC,3", "ASYNC,12"})
  void run_fileCutWhileItIsRead_stopsAndSkipsNothing(Uploads uploads, int tornAfter)
      throws IOException {
    Path data = folder.resolve("lines");
    String lines =
        IntStream.range(0, 3_000)
            .mapToObj("%05d, a value of some length\n"::formatted)
            .collect(joining());
    Files.writeString(data, lines);
    UploadSource cut =
        UploadSources.lines(
            data,
            line -> {
              if (line.startsWith("00100")) {
                cut(data, lines.length() / 2 + tornAfter);
              }
              return item(line, uploads);
            });
    UploadSource whole = UploadSources.lines(data, line -> item(line, uploads));
    Path saved = folder.resolve("cut");

    assertThatThrownBy(() -> lines(uploads, cut, saved))
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.SOURCE);
              assertThat(failure.report().progress().itemsRejected()).isZero();
            })
        .hasStackTraceContaining("The source has changed since the upload began");
    Files.writeString(data, lines);

    assertThat(lines(uploads, whole, saved).complete()).isTrue();
    assertThat(Uploads.storedValues(plain, "plain", "cut" + uploads))
        .containsExactlyElementsOf(lines.lines().toList());
  }

  private UploadReport lines(Uploads uploads, UploadSource source, Path checkpoint) {
    return uploads.run(
        local,
        Uploads.noFaults(),
        List.of(),
        upload ->
            upload
                .table("plain", Uploads.KEY)
                .source(source)
                .rejectedMax(5)
                .checkpoints(FileCheckpoints.at(checkpoint)));
  }

  /** Of a torn line, too, if it has a number. */
  private static Map<String, AttributeValue> item(String line, Uploads uploads) {
    return Uploads.item("cut" + uploads, line.substring(0, 5), line);
  }

  private static void cut(Path file, int length) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
