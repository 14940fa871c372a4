package dev.evenkeel.chunking.spec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A codec of an application, found as a service: writes the bytes backwards. */
public final class ReversingCodec implements ValueCodec {
  @Override
  public String name() {
    return "reversing-1";
  }

  @Override
  public OutputStream compressing(OutputStream compressed, long originalBytes) {
    return new FilterOutputStream(new ByteArrayOutputStream()) {
      @Override
      public void close() throws IOException {
        compressed.write(reversed(((ByteArrayOutputStream) out).toByteArray()));
        compressed.close();
      }
    };
  }

  @Override
  public InputStream decompressing(InputStream compressed, long windowBytesMax) throws IOException {
    return new ByteArrayInputStream(reversed(compressed.readAllBytes()));
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[bytes.length - 1 - i] = bytes[i];
    }
    return reversed;
  }
}
