package dev.evenkeel.timeseries.internal.plan.archive.format;

import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.file;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.gzip;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.join;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.line;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.listed;
import static dev.evenkeel.timeseries.internal.plan.archive.format.DataFiles.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.timeseries.internal.plan.archive.format.DataFileReader.LineBuffer;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data files that are damaged in every way. */
class DamagedDataFileTest {
  @Test
  void next_lineLongerThanAnyItem_isRefused() throws IOException {
    byte[] endless = gzip(new byte[LineBuffer.BYTES_MAX + 1]);

    assertThatThrownBy(() -> read(endless, listed(endless, 1), endless.length))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining("longer than any item");
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
  void next_damagedLine_failureTellsItsNumber() throws IOException {
    byte[] bytes = gzip((line(1) + "\n" + line(2) + "\n{}\n").getBytes(StandardCharsets.UTF_8));

    refused(bytes, listed(bytes, 3), "line 3 ");
  }

  private static void refused(byte[] bytes, ManifestFile listed, String why) {
    assertThatThrownBy(() -> read(bytes, listed, 1_000))
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining(why);
  }

  private static ManifestFile with(ManifestFile file, long bytes, String md5, String sha256) {
    return new ManifestFile(file.dataFileS3Key(), file.itemCount(), md5, null, bytes, sha256);
  }
}
