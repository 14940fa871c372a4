package dev.evenkeel.timeseries.internal.plan.archive.format;

import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.nio.charset.StandardCharsets;

/** The {@code .checksum} beside a manifest: the MD5 of the manifest's bytes, in Base64. */
public final class ManifestChecksum {
  private ManifestChecksum() {}

  /** The object's bytes. */
  public static byte[] of(byte[] manifest) {
    return base64(manifest).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Compares a manifest with its checksum; white space around that does not count.
   *
   * @throws ArchiveException if they do not match
   */
  public static void require(ArchiveObject manifest, byte[] bytes, byte[] checksum) {
    String expected = new String(checksum, StandardCharsets.ISO_8859_1).strip();
    if (!expected.equals(base64(bytes))) {
      throw manifest.damaged("does not match its checksum");
    }
  }

  private static String base64(byte[] manifest) {
    return Hashes.base64(Hashes.md5().digest(manifest));
  }
}
