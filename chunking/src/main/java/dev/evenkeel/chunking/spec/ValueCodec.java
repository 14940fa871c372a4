package dev.evenkeel.chunking.spec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A way to compress values. Evenkeel brings some by name (see {@link Codecs}); an application may
 * bring its own as a {@link java.util.ServiceLoader} service of this type.
 *
 * <p>A codec is stateless and may be used by many threads. What one version of it wrote, every
 * later version under the same name must read: the name is stored with each value.
 */
public interface ValueCodec {

  /**
   * The name under which values say how they were compressed: 1 to 32 of the characters {@code
   * a..z}, {@code 0..9} and {@code -}. It never changes.
   */
  String name();

  /**
   * A stream that compresses into {@code compressed}. Closing it ends the compressed form and
   * closes {@code compressed}.
   */
  OutputStream compressing(OutputStream compressed) throws IOException;

  /**
   * A stream of what was compressed. It need not bound its output, as whoever reads from it counts;
   * but it must not take more memory than {@code windowBytesMax} and a constant, whatever the bytes
   * say, and must read no more than its own compressed form.
   *
   * @param compressed the compressed form, from its first byte
   * @param windowBytesMax how far back the compressed form may refer
   * @throws IOException if the bytes are no compressed form, or need a larger window; also later,
   *     from the stream
   */
  InputStream decompressing(InputStream compressed, long windowBytesMax) throws IOException;
}
