package dev.evenkeel.chunking.spec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A way to compress values. Evenkeel brings some, see {@link Codecs}; an application may bring its
 * own as a {@link java.util.ServiceLoader} service of this type, found by the class loader that
 * loaded Evenkeel.
 *
 * <p>A codec is stateless and may be used by many threads. Later versions of a codec must read all
 * that earlier ones wrote under the same name: the name is stored with each value.
 */
public interface ValueCodec {
  /** The number of bytes when it is not known. */
  long UNKNOWN = -1;

  /**
   * The name under which values say how they were compressed: 1 to 32 of the characters {@code
   * a..z}, {@code 0..9} and {@code -}. It never changes.
   */
  String name();

  /**
   * A stream that compresses into {@code compressed}. Closing it ends the compressed form and
   * closes {@code compressed}; the caller closes it in any case, as it may hold memory that the
   * garbage collector does not see.
   *
   * @param originalBytes how many bytes are going to be written to the stream, so that a codec may
   *     take no more memory than they need, when written and when read; {@link #UNKNOWN} if the
   *     number is not known
   */
  OutputStream compressing(OutputStream compressed, long originalBytes) throws IOException;

  /**
   * A stream of what was compressed. It need not bound its output, since the reader counts; but it
   * must not take more memory than {@code windowBytesMax} and a constant, nor unbounded time, for
   * any input. It reports its end only after the whole of {@code compressed} was read and found
   * sound: a checksum that is wrong, a compressed form that is cut off and bytes after it are
   * {@link IOException}s. Closing it closes {@code compressed}; the caller closes it in any case.
   *
   * @param compressed the compressed form and nothing else
   * @param windowBytesMax how far back the compressed form may refer
   * @throws IOException if the bytes are no compressed form, or need a larger window; also later,
   *     from the stream
   */
  InputStream decompressing(InputStream compressed, long windowBytesMax) throws IOException;
}
