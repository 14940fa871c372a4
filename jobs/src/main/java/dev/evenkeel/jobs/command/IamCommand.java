package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.iam.Account;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.work.JobException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the IAM policy that the jobs need. */
@Command(
    name = "iam",
    description = {
      "Prints the least IAM policy with which the jobs of a configuration run. Sends nothing."
          + " Needs no configuration if a table is named by --advise, --prewarm or --reshard.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel iam --account 123456789012 --region eu-central-1 > policy.json",
      "  evenkeel iam --account 123456789012 --region eu-central-1 --reshard clicks"
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
      names = "--layouts",
      paramLabel = "NAME",
      defaultValue = "evenkeel-layouts",
      description = "the control table of --reshard; default ${DEFAULT-VALUE}")
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
    boolean isNamed = !(advised.isEmpty() && prewarmed.isEmpty() && resharded.isEmpty());
    Configuration read = isNamed ? configuration.readIfThere() : configuration.read();
    Policy policy =
        Policy.of(read, here)
            .advising(advised, here)
            .prewarming(prewarmed, here)
            .resharding(resharded, layouts, here);
    if (examined) {
      policy = policy.examining(read, here);
    }
    environment.terminal().print(Json.text(policy.json()));
    return 0;
  }
}
