package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the configuration. */
final class ConfigurationOption {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      defaultValue = "${env:EVENKEEL_CONFIG:-evenkeel.yaml}",
      description = "the configuration; otherwise EVENKEEL_CONFIG, or evenkeel.yaml here")
  private Path path = Path.of("evenkeel.yaml");

  Configuration read() {
    return ConfigurationReader.read(path);
  }
}
