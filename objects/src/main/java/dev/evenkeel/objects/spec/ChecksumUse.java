package dev.evenkeel.objects.spec;

/**
 * Whether requests ask for checksums by themselves. The SDK's client has a setting of the same
 * names, which decides where a request says nothing: a request can add a checksum and cannot take
 * one away.
 */
public enum ChecksumUse {
  /** Every upload carries a CRC32 that S3 verifies, and downloads are verified, by any client. */
  WHEN_SUPPORTED,

  /**
   * Requests say nothing of checksums. For S3-compatible stores that do not know them, and only
   * with a client that is built with {@code
   * requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)} and {@code
   * responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)}: left alone, the client
   * adds them.
   */
  WHEN_REQUIRED
}
