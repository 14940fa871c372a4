package dev.evenkeel.jobs.report;

import dev.evenkeel.sharding.Layout;
import dev.evenkeel.sharding.LayoutClient;
import dev.evenkeel.sharding.LayoutEditor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A layout as a command has found it.
 *
 * @param clients that are registered; empty where none has to be
 * @param lease for how long clients act on what they have read
 * @param registering how long it takes until every client is registered
 * @param now by the clock of this machine
 */
public record LayoutLook(
    Layout layout, List<LayoutClient> clients, Duration lease, Duration registering, Instant now) {
  private static final Set<String> REGISTERING = Set.of("READY", "ANNOUNCED", "PAUSED");

  /** Copies the list. */
  public LayoutLook {
    clients = List.copyOf(clients);
  }

  /** Looks. A read unit, and 16 or more for the clients where they have to be registered. */
  public static LayoutLook at(
      LayoutEditor editor, Duration lease, Duration registering, InstantSource clock) {
    Layout layout = editor.show();
    List<LayoutClient> clients =
        REGISTERING.contains(layout.state()) ? editor.clients() : List.of();
    return new LayoutLook(layout, clients, lease, registering, clock.instant());
  }

  /** Looks at the clients, too, whether any has to be registered or not. */
  public static LayoutLook withClients(
      LayoutEditor editor, Duration lease, Duration registering, InstantSource clock) {
    return new LayoutLook(editor.show(), editor.clients(), lease, registering, clock.instant());
  }

  /** Whether clients have to be registered. */
  public boolean registers() {
    return REGISTERING.contains(layout.state());
  }

  /** How old this version of the record is; null if nobody knows. */
  @Nullable Duration age() {
    Instant since = layout.since();
    return since == null || since.isAfter(now) ? null : Duration.between(since, now);
  }

  /** Whether a change waits for a client to take note of it. */
  boolean isWaitedFor(LayoutClient client) {
    return layout.state().equals("PAUSED") && client.acknowledged() != layout.version();
  }

  List<String> waitedFor() {
    return clients.stream().filter(this::isWaitedFor).map(LayoutClient::where).toList();
  }
}
