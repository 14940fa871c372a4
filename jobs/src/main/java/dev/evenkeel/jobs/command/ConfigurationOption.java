package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the configuration. */
final class ConfigurationOption {
  private static final Path HERE = Path.of("evenkeel.yaml");

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      defaultValue = "${env:EVENKEEL_CONFIG:-evenkeel.yaml}",
      description = "the configuration; otherwise EVENKEEL_CONFIG, or evenkeel.yaml here")
  private Path path = HERE;

  Configuration read() {
    return ConfigurationReader.read(path());
  }

  /** An empty variable names none. */
  private Path path() {
    return path.toString().isEmpty() ? HERE : path;
  }

  /** The configuration; none if no file is named, and there is none here. */
  Configuration readIfThere() {
    return path().equals(HERE) && !Files.exists(HERE) ? Configuration.NONE : read();
  }
}
