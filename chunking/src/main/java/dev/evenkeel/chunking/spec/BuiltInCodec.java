package dev.evenkeel.chunking.spec;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.internal.codec.GzipStreams;
import dev.evenkeel.chunking.spec.internal.codec.air.LzopInput;
import dev.evenkeel.chunking.spec.internal.codec.air.LzopOutput;
import dev.evenkeel.chunking.spec.internal.codec.air.SnappyStreams;
import dev.evenkeel.chunking.spec.internal.codec.lz4.Lz4Streams;
import dev.evenkeel.chunking.spec.internal.codec.zstd.ZstdStreams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A codec that Evenkeel brings. The streams of each library are in a package of their own, loaded
 * when the codec is used first.
 *
 * @param level how hard zstd tries; the others have no choice
 */
record BuiltInCodec(BuiltIn kind, int level) implements ValueCodec {
  static final int ZSTD_LEVEL_DEFAULT = 3;

  @Override
  public String name() {
    return kind.codecName();
  }

  @Override
  public OutputStream compressing(OutputStream compressed, long originalBytes) throws IOException {
    try {
      return switch (kind) {
        case GZIP -> GzipStreams.compressing(compressed);
        case ZSTD -> ZstdStreams.compressing(compressed, level, originalBytes);
        case LZ4 -> Lz4Streams.compressing(compressed);
        case SNAPPY -> SnappyStreams.compressing(compressed);
        case LZO -> new LzopOutput(compressed);
      };
    } catch (LinkageError e) {
      throw unusable(e);
    }
  }

  @Override
  public InputStream decompressing(InputStream compressed, long windowBytesMax) throws IOException {
    try {
      return switch (kind) {
        case GZIP -> GzipStreams.decompressing(compressed);
        case ZSTD -> ZstdStreams.decompressing(compressed, windowBytesMax);
        case LZ4 -> Lz4Streams.decompressing(compressed);
        case SNAPPY -> SnappyStreams.decompressing(compressed);
        case LZO -> new LzopInput(compressed);
      };
    } catch (LinkageError e) {
      throw unusable(e);
    }
  }

  private LargeValueException unusable(LinkageError failure) {
    return new LargeValueException(
        Reason.UNKNOWN_CODEC,
        ("The library of the codec '%s' is on the class path but cannot be used here (%s). See the"
                + " cause: its version may differ, or its native part may not load on this system.")
            .formatted(name(), failure.getClass().getSimpleName()),
        failure);
  }

  @Override
  public String toString() {
    return kind == BuiltIn.ZSTD ? "zstd(" + level + ")" : name();
  }
}
