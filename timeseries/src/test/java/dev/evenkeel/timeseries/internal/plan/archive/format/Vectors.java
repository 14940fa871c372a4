package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.io.IOException;
import java.io.InputStream;

/** The golden vectors of archives. */
final class Vectors {
  private Vectors() {}

  static byte[] bytes(String name) throws IOException {
    try (InputStream stream = Vectors.class.getResourceAsStream("/vectors/v1/" + name)) {
      return stream.readAllBytes();
    }
  }
}
