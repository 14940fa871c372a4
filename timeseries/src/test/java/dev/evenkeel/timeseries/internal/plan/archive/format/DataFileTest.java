package dev.evenkeel.timeseries.internal.plan.archive.format;

import static dev.evenkeel.timeseries.internal.plan.archive.format.Items.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileReader.LineBuffer;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Data files: written, read in whatever pieces, and damaged in every way. */
class DataFileTest {
  private static final int MIB = 1024 * 1024;

  @Test
  void finish_items_areReadBackAndByOthers() {
    Property.check(
        60,
        gen -> {
          DataFileWriter writer = new DataFileWriter(MIB, gen.between(1, 9));
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
    DataFile file = new DataFileWriter(MIB, DataFileWriter.LEVEL_DEFAULT).finish();

    assertThat(Items.lines(file.bytes().asByteArrayUnsafe())).isEmpty();
    assertThat(read(file, 1)).isEmpty();
    assertThat(file.content()).isEqualTo(ContentDigest.EMPTY);
    assertThat(file.uncompressedBytes()).isZero();
  }

  @Test
  void finish_manyItems_hashesAndLengthsAreThoseOfTheBytes() {
    DataFile file = file(500);
    byte[] bytes = file.bytes().asByteArrayUnsafe();

    assertThat(file.md5().asByteArray()).isEqualTo(Hashes.md5().digest(bytes));
    assertThat(file.sha256().asByteArray()).isEqualTo(Sha256.of(bytes));
    assertThat(file.length()).isEqualTo(bytes.length);
    assertThat(file.uncompressedBytes())
        .isEqualTo(Items.lines(bytes).stream().mapToLong(line -> line.length() + 1).sum());
  }

  @Test
  void isFull_bytesThatDoNotCompress_fileEndsNearItsLimit() {
    DataFileWriter writer = new DataFileWriter(200_000, 1);
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
    assertThatThrownBy(() -> new DataFileWriter(0, 6)).hasMessageContaining("bytesMax");
    assertThatThrownBy(() -> new DataFileWriter(1, 0)).hasMessageContaining("level");
    assertThatThrownBy(() -> new DataFileWriter(1, 10)).hasMessageContaining("level");
  }

  @Test
  void next_lineLongerThanTheBuffer_isRead() {
    Map<String, AttributeValue> item = Map.of("pk", s("x"), "big", s("y".repeat(390_000)));
    DataFileWriter writer = new DataFileWriter(MIB, 9);
    writer.add(Items.item(1));
    writer.add(item);
    writer.add(Items.item(2));

    assertThat(read(writer.finish(), 100)).containsExactly(Items.item(1), item, Items.item(2));
  }

  @Test
  void next_lineLongerThanAnyItem_isRefused() throws IOException {
    byte[] endless = gzip(new byte[LineBuffer.BYTES_MAX + 1]);

    assertThatThrownBy(() -> read(endless, listed(endless, 1), endless.length))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("longer than any item");
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
  void next_cutOffAnywhere_isRefused() {
    DataFile file = file(3);
    byte[] bytes = file.bytes().asByteArrayUnsafe();

    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      ManifestFile listed = length == 0 ? listed(file) : listed(cut, 3);
      assertThatThrownBy(() -> read(cut, listed, 7))
          .as("%d of %d bytes", length, bytes.length)
          .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
          .hasMessageContaining("s3://cold/data/f.json.gz");
    }
  }

  @Test
  void next_anyBitTurnedOver_isRefused() {
    DataFile file = file(3);
    byte[] bytes = file.bytes().asByteArrayUnsafe();

    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> read(flipped, listed(file), 1_000))
          .as("bit %d", bit)
          .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0", "garbage", "\u001f", "{\"Item\":{}}\n"})
  void next_bytesAfterTheEnd_areRefused(String garbage) {
    byte[] bytes =
        join(file(3).bytes().asByteArrayUnsafe(), garbage.getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> read(bytes, listed(bytes, 3), 1_000))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED));
  }

  @Test
  void next_plainText_isRefused() {
    byte[] bytes = line(1).getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> read(bytes, listed(bytes, 1), 1_000))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("no gzip");
  }

  @Test
  void next_anotherFileThanListed_isRefused() {
    DataFile file = file(3);
    byte[] bytes = file.bytes().asByteArrayUnsafe();
    ManifestFile right = listed(file);

    assertThat(read(bytes, right, 1_000)).hasSize(3);
    refused(bytes, listed(bytes, 2), "3 items");
    refused(bytes, with(right, right.bytes() - 1, right.md5Checksum(), right.sha256()), "bytes");
    refused(bytes, with(right, right.bytes(), "AAAA", right.sha256()), "MD5");
    refused(bytes, with(right, right.bytes(), right.md5Checksum(), "00"), "SHA-256");
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
  void next_damagedLine_failureTellsItsNumber() throws IOException {
    byte[] bytes = gzip((line(1) + "\n" + line(2) + "\n{}\n").getBytes(StandardCharsets.UTF_8));

    refused(bytes, listed(bytes, 3), "line 3 ");
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

  private static void refused(byte[] bytes, ManifestFile listed, String why) {
    assertThatThrownBy(() -> read(bytes, listed, 1_000))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining(why);
  }

  private static ManifestFile with(ManifestFile file, long bytes, String md5, String sha256) {
    return new ManifestFile(file.dataFileS3Key(), file.itemCount(), md5, null, bytes, sha256);
  }

  private static DataFile file(int items) {
    DataFileWriter writer = new DataFileWriter(MIB, DataFileWriter.LEVEL_DEFAULT);
    for (int i = 0; i < items; i++) {
      writer.add(Items.item(i));
    }
    return writer.finish();
  }

  private static String line(int id) {
    return new String(DynamoDbJson.line(Items.item(id)), StandardCharsets.UTF_8).strip();
  }

  private static ContentDigest content(List<Map<String, AttributeValue>> items) {
    ContentDigester digester = new ContentDigester();
    items.forEach(digester::add);
    return digester.digest();
  }

  private static ManifestFile listed(DataFile file) {
    return file.listed("data/f.json.gz", null);
  }

  /** The file as a native manifest would list it. */
  private static ManifestFile listed(byte[] bytes, long items) {
    return new ManifestFile(
        "data/f.json.gz", items, Hashes.base64(Hashes.md5().digest(bytes)), "etag", null, null);
  }

  private static List<Map<String, AttributeValue>> read(DataFile file, int pieceBytes) {
    return read(file.bytes().asByteArrayUnsafe(), listed(file), pieceBytes);
  }

  private static List<Map<String, AttributeValue>> read(
      byte[] bytes, ManifestFile listed, int pieceBytes) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    try (DataFileReader reader = new DataFileReader("cold", listed)) {
      for (int at = 0; at < bytes.length; at += pieceBytes) {
        int end = Math.min(bytes.length, at + pieceBytes);
        reader.feed(SdkBytes.fromByteArray(Arrays.copyOfRange(bytes, at, end)));
        drain(reader, items);
      }
      reader.end();
      drain(reader, items);
      assertThat(reader.itemCount()).isEqualTo(items.size());
    }
    return items;
  }

  private static void drain(DataFileReader reader, List<Map<String, AttributeValue>> items) {
    Map<String, AttributeValue> item = reader.next();
    while (item != null) {
      items.add(item);
      item = reader.next();
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
