package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** Compares a data file that was read with what its manifest lists. Not thread-safe. */
final class FileCheck {
  private final ArchiveObject file;
  private final ManifestFile listed;
  private final MessageDigest md5 = Hashes.md5();
  private final @Nullable MessageDigest sha256;
  private long bytes;

  FileCheck(ArchiveObject file, ManifestFile listed) {
    this.file = file;
    this.listed = listed;
    this.sha256 = listed.sha256() == null ? null : Hashes.sha256();
  }

  void add(byte[] piece) {
    bytes += piece.length;
    md5.update(piece);
    if (sha256 != null) {
      sha256.update(piece);
    }
  }

  void requireListed(long items) {
    if (listed.bytes() != null && listed.bytes() != bytes) {
      throw file.damaged("has %d bytes, and its manifest says %d".formatted(bytes, listed.bytes()));
    }
    if (items != listed.itemCount()) {
      throw file.damaged(
          "has %d items, and its manifest says %d".formatted(items, listed.itemCount()));
    }
    if (!Hashes.base64(md5.digest()).equals(listed.md5Checksum())) {
      throw file.damaged("has another MD5 than its manifest says");
    }
    if (sha256 != null && !Hashes.hex(sha256.digest()).equals(listed.sha256())) {
      throw file.damaged("has another SHA-256 than its manifest says");
    }
  }
}
