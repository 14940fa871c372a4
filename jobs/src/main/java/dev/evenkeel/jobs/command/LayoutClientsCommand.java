package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.LayoutJob;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the registered clients. */
@Command(
    name = "clients",
    description = {
      "Lists the clients that have registered for a change of the layout, and whether they have"
          + " acknowledged the one that is under way. Costs 17 read units or more.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel layout clients --table clicks --partition-key page --sort-key at"
    })
final class LayoutClientsCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final OutputOption output = new OutputOption();

  LayoutClientsCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    output.print(
        environment.terminal(), layout.with(environment, "layout clients", LayoutJob::clients));
    return 0;
  }
}
