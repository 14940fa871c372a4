package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.sharding.LayoutClient;
import java.util.List;
import java.util.function.Predicate;

/**
 * The report of {@code layout clients}.
 *
 * @param layouts the control table
 * @param look the layout and its clients
 * @param expected hosts on which a client should be; empty for any
 */
public record LayoutClientsReport(
    String tableName, String layouts, LayoutLook look, List<String> expected) implements Report {

  private static final String WAITED_FOR =
      "A client acknowledges when it has no write of the key under way. One that got no answer"
          + " counts for as long as it may still be applied: 20 minutes by default.\n";

  private static final String VERSIONS_DIFFER =
      "Clients have different versions of Evenkeel. Deploy one version everywhere before you use"
          + " what only the newer one has.\n";

  private static final String MISSING =
      "No client has registered on: %s. Look whether the client there is older or has no layout: it"
          + " may read and write where items are not. Replace it before you add a piece.";

  /** Copies the list. */
  public LayoutClientsReport {
    expected = List.copyOf(expected);
  }

  /** The hosts that were expected and on which no client has registered. */
  public List<String> missing() {
    return missing(expected, look.clients());
  }

  /** The hosts on which no client has registered. */
  public static List<String> missing(List<String> expected, List<LayoutClient> clients) {
    return expected.stream()
        .filter(host -> clients.stream().noneMatch(client -> isOn(host, client)))
        .toList();
  }

  /** What is said of hosts on which no client has registered; sentences. */
  public static String warning(List<String> missing) {
    return MISSING.formatted(String.join(", ", missing));
  }

  /** Clients say where they are as {@code pid 7 on host}. */
  private static boolean isOn(String host, LayoutClient client) {
    return client.where().equals(host) || client.where().endsWith(" on " + host);
  }

  /**
   * Why no change is begun where clients are missing; sentences.
   *
   * @param outcome what did not happen, in one of these
   */
  public static String refusal(String outcome, List<String> missing) {
    return "%s %s Or leave the host out of --expect.".formatted(outcome, warning(missing));
  }

  @Override
  public boolean isDone() {
    return missing().isEmpty();
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("layout clients");
    LayoutReport.put(json, tableName, layouts, look);
    json.set(
        "clients",
        Json.array(
            look.clients(), client -> json(client).put("waitedFor", look.isWaitedFor(client))));
    json.put("versionsDiffer", versionsDiffer());
    json.set("missing", Json.texts(missing()));
    return json;
  }

  private boolean versionsDiffer() {
    return look.clients().stream().map(LayoutClient::library).distinct().count() > 1;
  }

  static ObjectNode json(LayoutClient client) {
    return Json.object()
        .put("where", client.where())
        .put("library", client.library())
        .put("acknowledged", client.acknowledged())
        .put("behind", client.behind());
  }

  @Override
  public String text() {
    return LayoutReport.state(tableName, look)
        + text(look.clients(), look::isWaitedFor)
        + (look.waitedFor().isEmpty() ? "" : WAITED_FOR)
        + (versionsDiffer() ? VERSIONS_DIFFER : "")
        + behind(look.clients())
        + (missing().isEmpty() ? "" : warning(missing()) + "\n");
  }

  /** A line that names the clients that are behind; nothing if none are. */
  static String behind(List<LayoutClient> clients) {
    List<String> behind =
        clients.stream()
            .filter(LayoutClient::behind)
            .map(client -> "%s (%s)".formatted(client.where(), client.library()))
            .toList();
    return behind.isEmpty()
        ? ""
        : "These clients have an older Evenkeel than others, or than this command: %s. One that does not know what a change needs fails, and the change is given up.%n"
            .formatted(String.join(", ", behind));
  }

  /** The clients with the word that is due, a line each. */
  static String text(List<LayoutClient> clients, Predicate<LayoutClient> waitedFor) {
    if (clients.isEmpty()) {
      return "No client is registered.\n";
    }
    TextTable table = new TextTable("CLIENT", "LIBRARY", "ACKNOWLEDGED");
    for (LayoutClient client : clients) {
      table.row(
          client.where(),
          client.library(),
          waitedFor.test(client)
              ? "not yet"
              : client.acknowledged() == 0 ? "" : "version " + client.acknowledged());
    }
    return table.toString();
  }
}
