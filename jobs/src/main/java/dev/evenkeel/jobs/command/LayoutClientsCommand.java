package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the registered clients. */
@Command(
    name = "clients",
    description = {
      "Lists the clients that have registered for a change of the layout, and whether they have"
          + " acknowledged the one that is under way. Warns of those whose Evenkeel is older than"
          + " others', and with --expect of hosts without one, and ends with 1 then. Costs 17 read"
          + " units or more.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel layout clients --table clicks --partition-key page --sort-key at",
      "  evenkeel layout clients --table clicks --partition-key page --sort-key at --expect web-1,web-2"
    })
final class LayoutClientsCommand extends ReportCommand {
  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final ExpectOption expected = new ExpectOption();

  @Override
  public Integer call() {
    return print(
        layout.with(environment(), "layout clients", false, job -> job.clients(expected.hosts())));
  }
}
