package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.ConfigurationException;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Runs a command in each region that it names, one after the other. */
final class Regions {
  /** Those that wait for a signal, or are about one table. */
  private static final Set<String> OF_ONE =
      Set.of("watch", "work", "restore", "adopt", "advise", "prewarm");

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
    List<String> regions = connection.regions();
    if (regions.isEmpty()) {
      regions = configured(find(command, ConfigurationOption.class));
    }
    if (regions.size() > 1 && isOfOne(command)) {
      throw new ParameterException(
          command.commandLine(),
          "it is for one region, and there are %d: name one with --region"
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

  private static boolean isOfOne(CommandSpec command) {
    CommandSpec parent = command.parent();
    return OF_ONE.contains(command.name())
        || (parent != null && Set.of("layout", "reshard").contains(parent.name()));
  }

  /** A configuration that cannot be read is the command's to refuse. */
  private static List<String> configured(@Nullable ConfigurationOption configuration) {
    try {
      return configuration == null ? List.of() : configuration.readIfThere().regions();
    } catch (ConfigurationException e) {
      return List.of();
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
