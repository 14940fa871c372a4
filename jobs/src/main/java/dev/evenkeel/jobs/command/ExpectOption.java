package dev.evenkeel.jobs.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that names hosts on which clients should be. */
final class ExpectOption {
  @Option(
      names = "--expect",
      paramLabel = "HOST",
      split = ",",
      description =
          "hosts on which a client should be, as 'layout clients' shows them behind 'on': the values"
              + " of HOSTNAME, which containers have; may be repeated. One that has died counts until its"
              + " row is deleted")
  private List<String> hosts = new ArrayList<>();

  List<String> hosts() {
    return hosts;
  }
}
