package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.objects.internal.plan.Body;
import dev.evenkeel.objects.internal.plan.ObjectRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Reads a body into memory, no more of it than was asked for. */
final class BodyReader {
  private BodyReader() {}

  /**
   * Reads the bytes that arrive, also if the connection is cut: an IOException is no failure here.
   */
  static Body read(
      GetObjectResponse response, AbortableInputStream stream, ObjectRequest.Download download) {
    int bytesMax = download.bytesMax();
    MessageDigest sha256 = download.hashed() ? Sha256.digest() : null;
    Long length = response.contentLength();
    if (length != null && length > bytesMax) {
      stream.abort();
      return Body.tooLong(response);
    }
    byte[] bytes = new byte[length == null ? bytesMax : length.intValue()];
    int filled = 0;
    try {
      while (filled < bytes.length) {
        int read = stream.read(bytes, filled, bytes.length - filled);
        if (read < 0) {
          break;
        }
        if (sha256 != null) {
          sha256.update(bytes, filled, read);
        }
        filled += read;
      }
      if (filled == bytes.length && stream.read() >= 0) {
        stream.abort();
        return Body.tooLong(response);
      }
    } catch (IOException cut) {
      stream.abort();
      return Body.cut(response, ByteBuffer.wrap(bytes, 0, filled), cut);
    }
    return Body.whole(response, ByteBuffer.wrap(whole(bytes, filled)), hash(sha256));
  }

  static @Nullable SdkBytes hash(@Nullable MessageDigest sha256) {
    return sha256 == null ? null : SdkBytes.fromByteArrayUnsafe(sha256.digest());
  }

  /** An array that holds the bytes and nothing else; large ones are not copied for that. */
  static byte[] whole(byte[] bytes, int filled) {
    return filled == bytes.length ? bytes : Arrays.copyOf(bytes, filled);
  }
}
