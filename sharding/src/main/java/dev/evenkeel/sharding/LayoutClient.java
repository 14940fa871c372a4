package dev.evenkeel.sharding;

import dev.evenkeel.sharding.internal.live.Registration;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client that has registered for changes of a layout, see {@link LayoutEditor#clients}.
 *
 * @param where its process; the name of its row if that does not say
 * @param library its version of Evenkeel
 * @param acknowledged the version of the last pause that it has taken note of; 0 for none
 * @param behind whether its version of Evenkeel is older than that of another client, or of this
 *     process. A client that does not know the format of a record acts on nothing: its calls fail,
 *     and it acknowledges no pause
 */
public record LayoutClient(String where, String library, long acknowledged, boolean behind) {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutEditor.class);

  static List<LayoutClient> of(List<Registration> rows) {
    return of(rows, Registration.ownLibrary());
  }

  /**
   * @param own the version of this process
   */
  static List<LayoutClient> of(List<Registration> rows, String own) {
    Optional<Version> newest =
        Stream.concat(Stream.of(own), rows.stream().map(Registration::library))
            .flatMap(library -> version(library).stream())
            .max(Comparator.naturalOrder());
    return rows.stream()
        .map(
            row ->
                new LayoutClient(
                    row.where(),
                    row.library(),
                    row.ack(),
                    newest.isPresent() && isOlder(row.library(), newest.get())))
        .toList();
  }

  /** Logs the clients that are behind, by name; nothing if none are. */
  static void warnOfThoseBehind(String tableName, List<Registration> rows) {
    String behind =
        of(rows).stream()
            .filter(LayoutClient::behind)
            .map(client -> "%s (%s)".formatted(client.where(), client.library()))
            .collect(Collectors.joining(", "));
    if (!behind.isEmpty()) {
      LOG.warn(
          "Clients of table '{}' have an older Evenkeel than others, or than this process: {}. One that does not know what a change needs fails, and acknowledges nothing. Deploy one version everywhere.",
          tableName,
          behind);
    }
  }

  private static boolean isOlder(String library, Version newest) {
    return version(library).filter(of -> of.compareTo(newest) < 0).isPresent();
  }

  /** Some builds do not know their version, and a row that was left behind has none. */
  private static Optional<Version> version(String library) {
    try {
      return Optional.of(Version.parse(library));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
