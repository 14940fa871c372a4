package dev.evenkeel.examples.probes.sharding.internal.shell;

import dev.evenkeel.examples.probes.sharding.Client;

final class ShellSeesRoot {
  Client client = new Client();
}
