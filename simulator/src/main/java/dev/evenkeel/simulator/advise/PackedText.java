package dev.evenkeel.simulator.advise;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Texts of any length in binary data, which {@link DataOutput#writeUTF} does not write. */
final class PackedText {
  private PackedText() {}

  static void write(DataOutput out, String text) throws IOException {
    write(out, text.getBytes(StandardCharsets.UTF_8));
  }

  static void write(DataOutput out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String text(DataInput in) throws IOException {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  static byte[] bytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
