package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationException;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Runs a command in each region that it names, one after the other. */
final class Regions {
  /** Those that wait for a signal, are about one table, or keep a place in a file. */
  private static final Set<String> OF_ONE =
      Set.of("watch", "work", "restore", "adopt", "advise", "prewarm", "sweep");

  private Regions() {}

  /**
   * Runs it in the region of the option, or in each of several, or of the configuration's.
   *
   * @return the worst exit code: 1 before 2 before 0
   */
  static int each(CommandSpec command, Terminal terminal, IntSupplier run) {
    ConnectionOptions connection = find(command, ConnectionOptions.class);
    if (connection == null) {
      return run.getAsInt();
    }
    Configuration configuration = configuration(find(command, ConfigurationOption.class));
    List<String> regions = connection.regions().stream().distinct().toList();
    if (regions.isEmpty() && configuration != null) {
      regions = configuration.regions().stream().distinct().toList();
    }
    if (regions.size() > 1 && isOfOne(command)) {
      throw new ParameterException(
          command.commandLine(),
          "it is for one region, and there are %d: name one with --region"
              .formatted(regions.size()));
    }
    if (regions.size() > 1
        && configuration != null
        && (configuration.hasBuckets() || configuration.hasArchives())) {
      throw new ParameterException(
          command.commandLine(),
          "a bucket is in one region, and there are %d: have a configuration for each region"
              .formatted(regions.size()));
    }
    int worst = 0;
    for (String region : regions) {
      connection.choose(region);
      if (regions.size() > 1) {
        terminal.err().println("evenkeel: in " + region);
        terminal.err().flush();
      }
      int code = run.getAsInt();
      worst = code == EvenkeelCommand.FAILED || worst == 0 ? Math.max(code, 0) : worst;
    }
    return regions.isEmpty() ? run.getAsInt() : worst;
  }

  /** The region that the options or the configuration name; null for the one that the SDK finds. */
  static @Nullable String named(CommandSpec command) {
    ConnectionOptions connection = find(command, ConnectionOptions.class);
    return connection == null ? null : connection.connection().region();
  }

  private static boolean isOfOne(CommandSpec command) {
    CommandSpec parent = command.parent();
    return OF_ONE.contains(command.name())
        || isPlanInAFile(command)
        || (parent != null && Set.of("layout", "reshard").contains(parent.name()));
  }

  /** A saved plan is that of one region. */
  private static boolean isPlanInAFile(CommandSpec command) {
    OptionSpec out = command.findOption("--out");
    return (out != null && out.getValue() != null)
        || (command.name().equals("apply")
            && command.positionalParameters().stream().anyMatch(plan -> plan.getValue() != null));
  }

  /** A configuration that cannot be read is the command's to refuse. */
  private static @Nullable Configuration configuration(@Nullable ConfigurationOption option) {
    try {
      return option == null ? null : option.readIfThere();
    } catch (ConfigurationException e) {
      return null;
    }
  }

  /** The options of a kind, however deep they are mixed in. */
  private static <T> @Nullable T find(CommandSpec command, Class<T> type) {
    if (type.isInstance(command.userObject())) {
      return type.cast(command.userObject());
    }
    for (CommandSpec mixin : command.mixins().values()) {
      T found = find(mixin, type);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
