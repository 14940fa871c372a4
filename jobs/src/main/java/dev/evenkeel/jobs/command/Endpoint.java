package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.JobException;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the endpoint of a server. */
final class Endpoint implements ITypeConverter<URI> {
  @Override
  public URI convert(String text) {
    URI endpoint = parse(text);
    if (endpoint == null) {
      throw new TypeConversionException(wrong(text));
    }
    return endpoint;
  }

  /**
   * Checks the endpoints in the environment, which the SDK reads itself.
   *
   * @throws JobException if it is no endpoint
   */
  static void check(String variable, @Nullable String text) {
    if (text != null && parse(text) == null) {
      throw new JobException("%s: %s.".formatted(variable, wrong(text)));
    }
  }

  private static String wrong(String text) {
    return "'%s' is no URL of a server. Write it such as http://localhost:8000".formatted(text);
  }

  private static @Nullable URI parse(String text) {
    try {
      URI uri = new URI(text.strip());
      String scheme = String.valueOf(uri.getScheme());
      boolean isWeb = scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https");
      return isWeb && uri.getHost() != null ? uri : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
