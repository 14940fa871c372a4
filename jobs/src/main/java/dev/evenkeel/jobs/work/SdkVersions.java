package dev.evenkeel.jobs.work;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The AWS SDK that Evenkeel is built and tested with, beside the one that runs. */
final class SdkVersions {
  private static final String RESOURCE = "tested.properties";

  private SdkVersions() {}

  /** The version that the build was tested with. */
  static String tested() {
    Properties written = new Properties();
    try (InputStream resource = SdkVersions.class.getResourceAsStream(RESOURCE)) {
      written.load(requireNonNull(resource, RESOURCE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return requireNonNull(written.getProperty("awssdk"));
  }
}
