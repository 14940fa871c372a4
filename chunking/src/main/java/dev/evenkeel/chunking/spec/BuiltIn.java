package dev.evenkeel.chunking.spec;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The codecs that Evenkeel brings, each with the optional library that it needs. */
enum BuiltIn {
  GZIP("gzip", null, null),
  ZSTD("zstd", "com.github.luben:zstd-jni", "com.github.luben.zstd.Zstd"),
  LZ4("lz4", "at.yawk.lz4:lz4-java", "net.jpountz.lz4.LZ4FrameInputStream"),
  SNAPPY("snappy", "io.airlift:aircompressor", "io.airlift.compress.snappy.SnappyDecompressor"),
  LZO("lzo", "io.airlift:aircompressor", "io.airlift.compress.lzo.LzoDecompressor");

  private final String codecName;
  private final @Nullable String artifact;
  private final @Nullable String witness;

  /**
   * @param artifact the optional library; null if none is needed
   * @param witness a class of the library: where it is, the library is
   */
  BuiltIn(String codecName, @Nullable String artifact, @Nullable String witness) {
    this.codecName = codecName;
    this.artifact = artifact;
    this.witness = witness;
  }

  static @Nullable BuiltIn named(String name) {
    return Arrays.stream(values())
        .filter(codec -> codec.codecName.equals(name))
        .findFirst()
        .orElse(null);
  }

  String codecName() {
    return codecName;
  }

  /** Whether the library is on the class path; initializes nothing of it. */
  boolean isThere() {
    if (witness == null) {
      return true;
    }
    try {
      Class.forName(witness, false, BuiltIn.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  ValueCodec codec() {
    return codec(BuiltInCodec.ZSTD_LEVEL_DEFAULT);
  }

  ValueCodec codec(int level) {
    if (!isThere()) {
      throw new LargeValueException(
          Reason.UNKNOWN_CODEC,
          ("The codec '%s' needs the library %s, which is optional and not on the class path. Add"
                  + " that Maven artifact, at the version that Evenkeel's parent pom manages.")
              .formatted(codecName, artifact));
    }
    return new BuiltInCodec(this, level);
  }
}
