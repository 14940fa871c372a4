package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Account;
import dev.evenkeel.jobs.iam.LayoutRights;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.work.JobException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the IAM policy that the jobs need. */
@Command(
    name = "iam",
    description = {
      "Prints the least IAM policy with which the jobs of a configuration run. Sends nothing."
          + " Needs no configuration if a table is named by an option.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel iam --account 123456789012 --region eu-central-1 > policy.json",
      "  evenkeel iam --account 123456789012 --region eu-central-1 --reshard clicks",
      "  evenkeel iam --account 123456789012 --region eu-central-1 --client clicks",
      "  evenkeel iam --account 123456789012 --region eu-central-1 --keep-out clicks --role service --role operator"
    })
final class IamCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final ConfigurationOption configuration = new ConfigurationOption();

  @Option(
      names = "--account",
      paramLabel = "ID",
      required = true,
      description = "the account's id, 12 digits")
  private String account = "";

  @Option(
      names = "--region",
      paramLabel = "REGION",
      required = true,
      description = "the AWS region of the tables")
  private String region = "";

  @Option(
      names = "--partition",
      paramLabel = "NAME",
      defaultValue = "aws",
      description = "aws, aws-cn or aws-us-gov; default ${DEFAULT-VALUE}")
  private String partition = "aws";

  @Option(
      names = "--advise",
      paramLabel = "TABLE",
      description = "a table that 'advise --table' is to sample, too; may be repeated")
  private List<String> advised = List.of();

  @Option(
      names = "--prewarm",
      paramLabel = "TABLE",
      description = "a table that 'prewarm' is to make ready, too; may be repeated")
  private List<String> prewarmed = List.of();

  @Option(
      names = "--reshard",
      paramLabel = "TABLE",
      description =
          "a table whose items 'reshard' and 'work' are to move, and its control table, too; may be"
              + " repeated")
  private List<String> resharded = List.of();

  @Option(
      names = "--into",
      paramLabel = "TABLE",
      description = "the table that items of --reshard are moved to, if it is another")
  private List<String> into = List.of();

  @Option(
      names = "--series",
      paramLabel = "FILE",
      description = "the configuration that has the time series of --into, if it is one")
  private @Nullable Path series;

  @Option(
      names = "--layout",
      paramLabel = "TABLE",
      description = "a table that 'layout' is to show and change, too; may be repeated")
  private List<String> changed = List.of();

  @Option(
      names = "--client",
      paramLabel = "TABLE",
      description =
          "what the clients of a table with a layout record need, of which items may move, too; may"
              + " be repeated")
  private List<String> served = List.of();

  @Option(
      names = "--keep-out",
      paramLabel = "TABLE",
      description =
          "print the resource policy of a table with a layout record instead, which keeps all roles"
              + " out but those of --role")
  private @Nullable String guarded;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description =
          "a role that --keep-out lets pass, by name or ARN: that of the clients, of who changes"
              + " layouts, of workers; may be repeated")
  private List<String> roles = List.of();

  @Option(
      names = "--layouts",
      paramLabel = "NAME",
      defaultValue = "evenkeel-layouts",
      description =
          "the control table of --reshard, --layout and --client; default ${DEFAULT-VALUE}")
  private String layouts = "evenkeel-layouts";

  @Option(names = "--doctor", description = "what 'doctor' reads of all tables, too")
  private boolean examined;

  IamCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (!account.matches("[0-9]{12}")) {
      throw new JobException("--account is '%s'. It has 12 digits.".formatted(account));
    }
    Account here = new Account(partition, region, account);
    String kept = guarded;
    if (kept != null) {
      if (roles.isEmpty()) {
        throw new JobException("--keep-out would keep everybody out. Add --role.");
      }
      environment.terminal().print(Json.text(LayoutRights.keepingOut(kept, roles, here)));
      return 0;
    }
    boolean isNamed =
        Stream.of(advised, prewarmed, resharded, changed, served).anyMatch(of -> !of.isEmpty());
    Configuration read = isNamed ? configuration.readIfThere() : configuration.read();
    Policy policy =
        Policy.of(read, here)
            .advising(advised, here)
            .prewarming(prewarmed, here)
            .resharding(resharded, destinations(), layouts, here)
            .changing(changed, layouts, here)
            .serving(served, layouts, here);
    if (examined) {
      policy = policy.examining(read, here);
    }
    environment.terminal().print(Json.text(policy.json()));
    return 0;
  }

  private List<String> destinations() {
    Path file = series;
    if (file == null) {
      return into;
    }
    Configuration read = ConfigurationReader.read(file);
    return into.stream().map(name -> Policy.named(read, name)).toList();
  }
}
