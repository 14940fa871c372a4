package dev.evenkeel.timeseries.internal.plan.archive.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.value.Sha256;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;

/** Keys of archives. */
class ArchiveLayoutTest {
  private static final Instant BEGAN = Instant.ofEpochMilli(1_693_685_827_463L);

  @Test
  void of_aMoment_isTheFolderOfANativeExport() {
    ArchiveLayout layout = ArchiveLayout.of(BEGAN, 0x2d8752fd);

    assertThat(layout.folder()).isEqualTo("AWSDynamoDB/01693685827463-2d8752fd/");
    assertThat(layout.startedKey()).isEqualTo(layout.folder() + "_started");
    assertThat(layout.summaryKey()).isEqualTo(layout.folder() + "manifest-summary.json");
    assertThat(ArchiveLayout.checksumKey(layout.summaryKey()))
        .isEqualTo(layout.folder() + "manifest-summary.checksum");
    assertThat(layout.filesKey()).isEqualTo(layout.folder() + "manifest-files.json");
    assertThat(ArchiveLayout.checksumKey(layout.filesKey()))
        .isEqualTo(layout.folder() + "manifest-files.checksum");
    assertThat(layout.dataKey(new DataFileName(3, 17, "9f86d081884c7d65")))
        .isEqualTo(layout.folder() + "data/00003-00017-9f86d081884c7d65.json.gz");
  }

  @Test
  void ofManifest_keysOfManifestsAndChecksums_areItsLayout() {
    ArchiveLayout layout = ArchiveLayout.of(BEGAN, -1);

    assertThat(layout.exportId()).isEqualTo("01693685827463-ffffffff");
    assertThat(
            Stream.of(
                layout.summaryKey(),
                ArchiveLayout.checksumKey(layout.summaryKey()),
                layout.filesKey(),
                ArchiveLayout.checksumKey(layout.filesKey())))
        .allMatch(key -> ArchiveLayout.ofManifest(key).equals(layout));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "manifest-summary.json",
        "AWSDynamoDB/01693685827463-2d8752fd/manifest-index.json",
        "AWSDynamoDB/1693685827463-2d8752fd/manifest-summary.json",
        "AWSDynamoDB/01693685827463-2D8752FD/manifest-summary.json",
        "AWSDynamoDB/01693685827463-2d8752fd/x/manifest-summary.json",
        "/AWSDynamoDB/01693685827463-2d8752fd/manifest-summary.json",
        "cold/AWSDynamoDB/01693685827463-2d8752fd/manifest-summary.json",
        "a/AWSDynamoDB/b/AWSDynamoDB/01693685827463-2d8752fd/manifest-summary.json",
        "coldAWSDynamoDB/01693685827463-2d8752fd/manifest-summary.json",
        "cold//AWSDynamoDB/01693685827463-2d8752fd/manifest-summary.json"
      })
  void ofManifest_anyOtherKey_isRefused(String key) {
    assertThatThrownBy(() -> ArchiveLayout.ofManifest(key))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void of_whatIsNoTimeOfAnExport_isRefused() {
    assertThatThrownBy(() -> ArchiveLayout.of(Instant.EPOCH.minusMillis(1), 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ArchiveLayout.of(Instant.parse("9999-01-01T00:00:00Z"), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void dataFileName_ofBytes_isReadBack() {
    SdkBytes sha256 = SdkBytes.fromByteArray(Sha256.of(new byte[] {'t', 'e', 's', 't'}));
    DataFile file = new DataFile(sha256, 0, ContentDigest.EMPTY, "", sha256);
    DataFileName name = DataFileName.of(99_999, 0, file);

    assertThat(name.text()).isEqualTo("99999-00000-9f86d081884c7d65.json.gz");
    assertThat(DataFileName.parse(name.text())).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "asdl123dasas.json.gz",
        "0-0-9f86d081884c7d65.json.gz",
        "00000-00000-9f86d081884c7d65.json",
        "00000-00000-9F86d081884c7d65.json.gz",
        "x00000-00000-9f86d081884c7d65.json.gz"
      })
  void dataFileName_anyOtherName_isRefused(String name) {
    assertThatThrownBy(() -> DataFileName.parse(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void dataFileName_numberOutOfRange_isRefused() {
    assertThatThrownBy(() -> new DataFileName(100_000, 0, "9f86d081884c7d65"))
        .hasMessageContaining("segment");
    assertThatThrownBy(() -> new DataFileName(0, -1, "9f86d081884c7d65"))
        .hasMessageContaining("number");
    assertThatThrownBy(() -> new DataFileName(0, 0, "9f86")).hasMessageContaining("hash");
  }
}
