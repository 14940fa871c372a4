package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.sharding.LayoutEditor.Client;
import dev.evenkeel.sharding.LayoutEditor.Layout;
import java.util.List;
import java.util.function.Predicate;

/**
 * The report of {@code layout clients}.
 *
 * @param layouts the control table
 * @param clients that are registered
 */
public record LayoutClientsReport(
    String tableName, String layouts, Layout layout, List<Client> clients) implements Report {

  private static final String WAITED_FOR =
      "A client acknowledges when it has no write of the key under way. One that got no answer"
          + " counts for as long as it may still be applied: 20 minutes by default.\n";

  private static final String VERSIONS_DIFFER =
      "Clients have different versions of Evenkeel. Deploy one version everywhere before you use"
          + " what only the newer one has.\n";

  /** Copies the list. */
  public LayoutClientsReport {
    clients = List.copyOf(clients);
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("layout clients");
    LayoutReport.put(json, tableName, layouts, layout);
    json.set(
        "clients",
        Json.array(clients, client -> json(client).put("waitedFor", isWaitedFor(client))));
    return json.put("versionsDiffer", versionsDiffer());
  }

  private boolean versionsDiffer() {
    return clients.stream().map(Client::library).distinct().count() > 1;
  }

  static ObjectNode json(Client client) {
    return Json.object()
        .put("where", client.where())
        .put("library", client.library())
        .put("acknowledged", client.acknowledged());
  }

  private boolean isWaitedFor(Client client) {
    return layout.state().equals("PAUSED") && client.acknowledged() != layout.version();
  }

  @Override
  public String text() {
    return LayoutReport.state(tableName, layout)
        + text(clients, this::isWaitedFor)
        + (clients.stream().anyMatch(this::isWaitedFor) ? WAITED_FOR : "")
        + (versionsDiffer() ? VERSIONS_DIFFER : "");
  }

  /** The clients with the word that is due, a line each. */
  static String text(List<Client> clients, Predicate<Client> waitedFor) {
    if (clients.isEmpty()) {
      return "No client is registered.\n";
    }
    TextTable table = new TextTable("CLIENT", "LIBRARY", "ACKNOWLEDGED");
    for (Client client : clients) {
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
