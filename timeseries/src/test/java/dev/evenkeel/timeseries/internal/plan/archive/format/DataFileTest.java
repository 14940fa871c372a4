package dev.evenkeel.timeseries.internal.plan.archive.format;

import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.MIB;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.file;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.gzip;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.join;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.line;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.listed;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.read;
import static dev.evenkeel.timeseries.internal.plan.archive.format.Items.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Data files: written, and read in whatever pieces. */
class DataFileTest {
  @Test
  void finish_items_areReadBackAndByOthers() {
    Property.check(
        60,
        gen -> {
          DataFileWriter writer = new DataFileWriter(MIB);
          List<Map<String, AttributeValue>> items =
              gen.listOf(0, () -> gen.item(Map.of("pk", gen.keyValue())));
          items.forEach(writer::add);
          DataFile file = writer.finish();
          byte[] bytes = file.bytes().asByteArrayUnsafe();

          assertThat(Items.lines(bytes).stream().map(Items::read)).isEqualTo(items);
          assertThat(read(file, gen.between(1, bytes.length))).isEqualTo(items);
          assertThat(file.itemCount()).isEqualTo(items.size());
          assertThat(file.content()).isEqualTo(content(items));
        });
  }

  @Test
  void finish_noItem_isAnEmptyFile() {
    DataFile file = new DataFileWriter(MIB).finish();

    assertThat(Items.lines(file.bytes().asByteArrayUnsafe())).isEmpty();
    assertThat(read(file, 1)).isEmpty();
    assertThat(file.content()).isEqualTo(ContentDigest.EMPTY);
  }

  @Test
  void finish_manyItems_hashesAndLengthsAreThoseOfTheBytes() {
    DataFile file = file(500);
    byte[] bytes = file.bytes().asByteArrayUnsafe();

    assertThat(file.md5()).isEqualTo(Hashes.base64(Hashes.md5().digest(bytes)));
    assertThat(file.sha256().asByteArray()).isEqualTo(Sha256.of(bytes));
    assertThat(file.sha256Hex()).isEqualTo(Sha256.hex(bytes));
    assertThat(file.length()).isEqualTo(bytes.length);
  }

  @Test
  void isFull_bytesThatDoNotCompress_fileEndsNearItsLimit() {
    DataFileWriter writer = new DataFileWriter(200_000);
    Random random = new Random(7);
    while (!writer.isFull()) {
      byte[] noise = new byte[1_000];
      random.nextBytes(noise);
      writer.add(Map.of("pk", AttributeValue.fromB(SdkBytes.fromByteArray(noise))));
    }
    DataFile file = writer.finish();

    assertThat(file.length()).isBetween(200_000L, 300_000L);
    assertThat(read(file, 77)).hasSize((int) file.itemCount());
  }

  @Test
  void finish_sameItems_sameBytes() {
    assertThat(file(50).bytes()).isEqualTo(file(50).bytes());
  }

  @Test
  void constructor_outOfRange_isRefused() {
    assertThatThrownBy(() -> new DataFileWriter(0)).hasMessageContaining("bytesMax");
    assertThatThrownBy(() -> new DataFileWriter((1 << 30) + 1)).hasMessageContaining("bytesMax");
  }

  @Test
  void next_lineLongerThanTheBuffer_isRead() {
    Map<String, AttributeValue> item = Map.of("pk", s("x"), "big", s("y".repeat(390_000)));
    DataFileWriter writer = new DataFileWriter(MIB);
    writer.add(Items.item(1));
    writer.add(item);
    writer.add(Items.item(2));

    assertThat(read(writer.finish(), 100)).containsExactly(Items.item(1), item, Items.item(2));
  }

  @Test
  void next_severalMembersEmptyLinesAndNoLastLineFeed_areRead() throws IOException {
    byte[] first =
        gzip(("\n" + line(1) + "\n\n" + line(2).substring(0, 9)).getBytes(StandardCharsets.UTF_8));
    byte[] second = gzip((line(2).substring(9) + "\n" + line(3)).getBytes(StandardCharsets.UTF_8));
    byte[] bytes = join(first, gzip(new byte[0]), second);

    for (int piece = 1; piece <= bytes.length; piece++) {
      assertThat(read(bytes, listed(bytes, 3), piece))
          .containsExactly(Items.item(1), Items.item(2), Items.item(3));
    }
  }

  /** Exports of DynamoDB have a level of their own. */
  @Test
  void next_fileOfAnyLevel_isRead() throws IOException {
    byte[] lines = (line(1) + "\n" + line(2)).getBytes(StandardCharsets.UTF_8);
    for (int level = 0; level <= 9; level++) {
      byte[] bytes = gzip(lines, level);
      assertThat(read(bytes, listed(bytes, 2), 7)).containsExactly(Items.item(1), Items.item(2));
    }
  }

  @Test
  void next_noBytesAtAll_isAnEmptyFile() {
    assertThat(read(new byte[0], listed(new byte[0], 0), 1)).isEmpty();
  }

  @Test
  void next_everyFieldOfAGzipHeader_isPassedOver() throws IOException {
    byte[] plain = file(3).bytes().asByteArrayUnsafe();
    byte[] fixed = {0x1f, (byte) 0x8b, 8, 4 | 8 | 16 | 2, 1, 2, 3, 4, 0, 3};
    byte[] fields = {3, 0, 'x', 0, 'z', 'n', 'a', 'm', 'e', 0, 'c', 0};
    byte[] header = join(fixed, fields);
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update(header);
    byte[] checksum = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
    byte[] bytes = join(header, checksum, Arrays.copyOfRange(plain, 10, plain.length));

    assertThat(read(bytes, listed(bytes, 3), 1)).hasSize(3);
    bytes[header.length] ^= 1;
    assertThatThrownBy(() -> read(bytes, listed(bytes, 3), 1))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("header");
  }

  @Test
  void next_afterTheEnd_isNullForGood() {
    DataFile file = file(1);
    try (DataFileReader reader = new DataFileReader("cold", listed(file))) {
      assertThat(reader.next()).isNull();
      reader.feed(file.bytes());
      assertThat(reader.next()).isEqualTo(Items.item(0));
      assertThat(reader.next()).isNull();
      reader.end();
      assertThat(reader.next()).isNull();
      assertThat(reader.next()).isNull();
    }
  }

  @Test
  void feed_beforeThePieceBeforeIsUsedUp_isRefused() {
    DataFile file = file(20_000);
    try (DataFileReader reader = new DataFileReader("cold", listed(file))) {
      reader.feed(file.bytes());
      assertThat(reader.next()).isEqualTo(Items.item(0));

      assertThatThrownBy(() -> reader.feed(file.bytes())).isInstanceOf(IllegalStateException.class);
    }
  }

  private static ContentDigest content(List<Map<String, AttributeValue>> items) {
    ContentDigester digester = new ContentDigester();
    items.forEach(digester::add);
    return digester.digest();
  }
}
