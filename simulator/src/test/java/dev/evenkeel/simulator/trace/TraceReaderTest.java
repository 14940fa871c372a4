package dev.evenkeel.simulator.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.trace.TraceReader.TraceException;
import dev.evenkeel.simulator.trace.TraceReader.TraceTally;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceReaderTest {
  @TempDir private Path folder;

  @Test
  void next_ofRecordsOutOfOrder_isInTheOrderOfTimeThenOfTheFile() {
    List<Long> seconds = new Random(8).longs(20_000, 0, 3_000).map(back -> -back).boxed().toList();
    String[] lines =
        IntStream.range(0, seconds.size())
            .mapToObj(i -> (10_000 + i + seconds.get(i)) + ",k" + i + ",1")
            .toArray(String[]::new);
    TraceReader reader = Reading.csv(lines);
    List<TraceRecord> records = Reading.all(reader);

    assertThat(records).hasSize(20_000);
    assertThat(records)
        .isSortedAccordingTo(
            (a, b) ->
                a.atMillis() == b.atMillis()
                    ? Integer.compare(number(a), number(b))
                    : Long.compare(a.atMillis(), b.atMillis()));
    assertThat(reader.tally().late()).isZero();
  }

  private static int number(TraceRecord read) {
    return Integer.parseInt(read.partitionKey().substring(1));
  }

  @Test
  void next_ofARecordTooLateToBeSorted_countsAtTheTimeOfItsPredecessor() {
    Stream<String> steady =
        Stream.generate(() -> "5000,k,1").limit(TraceReader.REORDER_RECORDS + 1);
    TraceReader reader =
        Reading.csv(
            Stream.concat(steady, Stream.of("1400,late,1", "1399,later,1")).toArray(String[]::new));
    List<TraceRecord> records = Reading.all(reader);

    assertThat(records).hasSize(TraceReader.REORDER_RECORDS + 2);
    assertThat(records).extracting(TraceRecord::atMillis).containsOnly(5_000_000L);
    assertThat(reader.tally().late()).isEqualTo(1);
    assertThat(reader.tally().firstMalformed())
        .hasToString(
            "[line 4099: its time is more than an hour before that of earlier lines;"
                + " sort the trace by time]");
  }

  @Test
  void tally_ofManyMalformedLines_keepsTheFirstAndCountsAll() {
    TraceReader reader = Reading.csv("time,key,bytes", "1,k,1", "", "x", "y", "z", "2,k,1");

    assertThat(Reading.all(reader)).hasSize(2);
    assertThat(reader.tally().lines()).isEqualTo(7);
    assertThat(reader.tally().records()).isEqualTo(2);
    assertThat(reader.tally().malformed()).isEqualTo(4);
    assertThat(reader.tally().firstMalformed())
        .extracting(TraceTally.MalformedLine::number)
        .containsExactly(3L, 4L, 5L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "time,key,bytes\n"})
  void next_ofATraceWithoutRequests_isRefused(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("empty.csv"), content);

    assertThatThrownBy(() -> readAll(file))
        .isInstanceOf(TraceException.class)
        .hasMessage("cannot use the trace '%s': it holds no requests.", file);
  }

  @Test
  void next_ofATraceWithoutAReadableLine_saysWhatIsWrongWithTheFirst() throws IOException {
    Path file = Files.writeString(folder.resolve("secret.csv"), "hush\nhush,hush\n");

    assertThatThrownBy(() -> readAll(file))
        .hasMessage(
            "cannot use the trace '%s': no line of 2 can be read;"
                + " line 1: it has 1 field where there are 3 columns (time, key, bytes).",
            file);
  }

  @Test
  void open_ofWhatIsNoFile_saysSo() {
    assertThatThrownBy(() -> readAll(folder))
        .hasMessage("cannot use the trace '%s': it is a directory.", folder);
    assertThatThrownBy(() -> readAll(folder.resolve("none")))
        .hasMessage("cannot use the trace '%s': there is no such file.", folder.resolve("none"));
  }

  @Test
  void next_ofAFileByGzip_isWhatItHolds() throws IOException {
    Path file = folder.resolve("trace");
    Files.write(file, zipped("1,a,1\r\n2,b,1\r\n"));

    assertThat(readAll(file)).extracting(TraceRecord::partitionKey).containsExactly("a", "b");
  }

  /** As of {@code cat a.gz b.gz}, where the second is not in the pipe yet. */
  @Test
  void next_ofSeveralFilesByGzip_isWhatAllHold() throws IOException {
    InputStream both =
        new SequenceInputStream(
            new ByteArrayInputStream(zipped("1,a,1\n")),
            new ByteArrayInputStream(zipped("2,b,1\n")));

    assertThat(Reading.all(TraceReader.of("-", both, TraceFormat.csv())))
        .extracting(TraceRecord::partitionKey)
        .containsExactly("a", "b");
  }

  @Test
  void next_ofAFileByGzipThatIsCutOff_isRefused() throws IOException {
    byte[] whole = zipped("1,a,1\n".repeat(10_000));
    Path file = folder.resolve("cut.gz");
    Files.write(file, Arrays.copyOf(whole, whole.length - 20));

    assertThatThrownBy(() -> readAll(file))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("what gzip compressed is cut off or damaged after line");
  }

  /** A file without line ends, and larger than the memory of tests. */
  @Test
  void next_ofAnEndlessLine_skipsItWithoutKeepingIt() {
    TraceReader reader = TraceReader.of("-", new LongLine(800_000_000), TraceFormat.csv());

    assertThat(Reading.all(reader)).hasSize(1);
    assertThat(reader.tally().firstMalformed())
        .hasToString("[line 1: longer than 65536 characters]");
  }

  /** Two keys that differ in such a byte would be one if it were replaced. */
  @Test
  void next_ofLinesThatAreNotUtf8_skipsThem() throws IOException {
    Path file = folder.resolve("latin1.csv");
    Files.write(file, "1,caf\u00e9,1\n2,caf\u00e8,1\n3,cafe,1\n".getBytes(ISO_8859_1));

    try (TraceReader reader = TraceReader.open(file, TraceFormat.csv())) {
      assertThat(Reading.all(reader)).extracting(TraceRecord::partitionKey).containsExactly("cafe");
      assertThat(reader.tally().malformed()).isEqualTo(2);
      assertThat(reader.tally().firstMalformed())
          .hasToString("[line 1: it is not in UTF-8, line 2: it is not in UTF-8]");
    }
  }

  @Test
  void next_ofLinesInUtf8_keepsAllCharacters() throws IOException {
    List<String> keys = List.of("caf\u00e9", "\uFFFD", "\uD83D\uDE00", "\uD800\uDC00x");
    Path file = folder.resolve("utf8.csv");
    Files.writeString(file, "1," + String.join(",1\n1,", keys) + ",1\n");

    assertThat(readAll(file)).extracting(TraceRecord::partitionKey).isEqualTo(keys);
  }

  private List<TraceRecord> readAll(Path file) {
    try (TraceReader reader = TraceReader.open(file, TraceFormat.csv())) {
      return Reading.all(reader);
    }
  }

  private static byte[] zipped(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void of_standardInput_isReadToo() {
    InputStream bytes = new ByteArrayInputStream("1".getBytes(UTF_8));

    assertThatThrownBy(() -> Reading.all(TraceReader.of("-", bytes, TraceFormat.csv())))
        .hasMessageStartingWith("cannot use the trace '-': no line of 1 can be read; line 1: ");
  }

  /** A reader of so many characters, and then a record. */
  private static final class LongLine extends Reader {
    private long left;
    private String rest = "\n1,k,1\n";

    LongLine(long length) {
      this.left = length;
    }

    @Override
    public int read(char[] into, int offset, int length) {
      int count = (int) Math.min(left, length);
      if (count == 0) {
        count = rest.length();
        rest.getChars(0, count, into, offset);
        rest = "";
        return count == 0 ? -1 : count;
      }
      left -= count;
      return count;
    }

    @Override
    public void close() {}
  }
}
