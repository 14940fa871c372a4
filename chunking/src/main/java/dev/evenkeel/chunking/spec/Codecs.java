package dev.evenkeel.chunking.spec;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The codecs there are. Each writes a standard, self-describing format that the common tools read;
 * {@code docs/wire-format.md} has the bytes.
 *
 * <p>All but {@link #gzip} need an optional library, loaded when the codec is first used. Asking
 * for a codec whose library is not on the class path throws a {@link
 * dev.evenkeel.chunking.spec.LargeValueException} with reason {@code UNKNOWN_CODEC}, which names
 * the Maven artifact to add.
 */
public final class Codecs {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");

  /** Beyond it zstd's window passes the 8 MiB that every decoder supports (RFC 8878, 3.1.1.1.2). */
  private static final int ZSTD_LEVEL_MAX = 19;

  private Codecs() {}

  /**
   * GZIP (RFC 1952) of the JDK; checked by CRC-32. Needs no library, and every language reads it.
   */
  public static ValueCodec gzip() {
    return BuiltIn.GZIP.codec();
  }

  /** Zstandard at its default level, 3: smaller than GZIP, and several times as fast. */
  public static ValueCodec zstd() {
    return BuiltIn.ZSTD.codec();
  }

  /**
   * Zstandard (RFC 8878), one frame with a checksum, by zstd-jni, which is native code. Compressing
   * takes native memory while it lasts, up to some 100 MB for a large value at level 19.
   *
   * @param level 1 (fastest) to 19 (smallest); reading does not depend on it
   * @throws IllegalArgumentException if there is no such level
   */
  public static ValueCodec zstd(int level) {
    if (level < 1 || level > ZSTD_LEVEL_MAX) {
      throw new IllegalArgumentException(
          "level must be 1 to %d but was %d".formatted(ZSTD_LEVEL_MAX, level));
    }
    return BuiltIn.ZSTD.codec(level);
  }

  /** LZ4, one frame of the LZ4 frame format with a checksum for each block, by lz4-java. */
  public static ValueCodec lz4() {
    return BuiltIn.LZ4.codec();
  }

  /** Snappy in its framing format with CRC-32C checksums, by aircompressor. */
  public static ValueCodec snappy() {
    return BuiltIn.SNAPPY.codec();
  }

  /** LZO1X in the format of the program lzop, with Adler-32 checksums, by aircompressor. */
  public static ValueCodec lzo() {
    return BuiltIn.LZO.codec();
  }

  /**
   * The codec with this name: one of Evenkeel's, or else a service of the application. Services are
   * looked for once and kept.
   *
   * @throws LargeValueException if there is none, its library is absent, or services are broken:
   *     one cannot be loaded, or two have one name
   */
  public static ValueCodec named(String name) {
    BuiltIn builtIn = BuiltIn.named(name);
    if (builtIn != null) {
      return builtIn.codec();
    }
    ValueCodec service = ServiceCodecs.all().get(name);
    if (service == null) {
      throw unknown(name);
    }
    return service;
  }

  /**
   * The codec, if it may be used.
   *
   * @throws LargeValueException if its name breaks the rules of {@link ValueCodec#name()}, or is
   *     one of Evenkeel's names on a codec that is not Evenkeel's
   */
  public static ValueCodec checked(ValueCodec codec) {
    String owner = codec.getClass().getName();
    if (!NAME.matcher(codec.name()).matches()) {
      throw new LargeValueException(
          Reason.UNKNOWN_CODEC,
          ("The codec %s has a name that is none. Name it with 1 to 32 of the characters a to z, 0"
                  + " to 9 and -.")
              .formatted(owner));
    }
    if (BuiltIn.named(codec.name()) != null && !(codec instanceof BuiltInCodec)) {
      throw new LargeValueException(
          Reason.UNKNOWN_CODEC,
          "The codec %s has the name '%s', which is Evenkeel's own. Give it another."
              .formatted(owner, codec.name()));
    }
    return codec;
  }

  /** The name may come from a stored value: it is repeated only if it can be a name. */
  private static LargeValueException unknown(String name) {
    String what =
        NAME.matcher(name).matches()
            ? "There is no codec '" + name + "'."
            : "A codec was asked for by a text that is no codec name.";
    return new LargeValueException(
        Reason.UNKNOWN_CODEC,
        "%s There are %s%s. Others are found as services of type %s."
            .formatted(
                what,
                String.join(", ", new TreeSet<>(names(true))),
                names(false).isEmpty()
                    ? ""
                    : " (and, with their libraries, " + String.join(", ", names(false)) + ")",
                ValueCodec.class.getName()));
  }

  private static List<String> names(boolean there) {
    List<String> names = new ArrayList<>();
    for (BuiltIn codec : BuiltIn.values()) {
      if (codec.isThere() == there) {
        names.add(codec.codecName());
      }
    }
    if (there) {
      names.addAll(ServiceCodecs.all().keySet());
    }
    return names;
  }
}
