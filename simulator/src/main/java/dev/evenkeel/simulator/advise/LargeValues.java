package dev.evenkeel.simulator.advise;

/** What large values are told. */
final class LargeValues {
  static final String CURE =
      "Compress them, or keep them in chunks or in S3: ChunkingDynamoDbClient with"
          + " AttributePolicy.compressed(Codecs.gzip()).thenChunked(), or @Compressed, @Chunked and"
          + " @Offloaded.";

  private LargeValues() {}
}
