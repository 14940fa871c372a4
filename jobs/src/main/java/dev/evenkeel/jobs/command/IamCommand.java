package dev.evenkeel.jobs.command;

import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Account;
import dev.evenkeel.jobs.iam.LayoutRights;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.work.JobException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

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
      "  evenkeel iam --account 123456789012 --region eu-central-1 --advise orders --control-table jobs --bucket advice",
      "  evenkeel iam --account 123456789012 --region eu-central-1 --reshard clicks",
      "  evenkeel iam --account 123456789012 --region eu-central-1 --client clicks",
      "  evenkeel iam --account 123456789012 --region eu-central-1 --client clicks --heat",
      "  evenkeel iam --account 123456789012 --region eu-central-1 --keep-out clicks --role service --role operator",
      "  evenkeel iam --account 123456789012 --region eu-central-1 --role-arn evenkeel"
    })
final class IamCommand extends JobCommand {
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
      description = "aws, aws-cn or aws-us-gov; by default, the one that the region is in")
  private @Nullable String partition;

  @Mixin private final AdviceRightsOptions advised = new AdviceRightsOptions();

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
      names = "--heat",
      description =
          "what clients of --client need besides whose HeatPolicy applies, so that they add shards to"
              + " hot keys")
  private boolean cures;

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

  @Option(
      names = "--topic",
      paramLabel = "ARN",
      description =
          "a topic of --active-topic or --retiring-topic, to which hooks publish, too; may be"
              + " repeated")
  private List<String> topics = List.of();

  @Option(
      names = "--role-arn",
      paramLabel = "ROLE",
      description =
          "print the policy of who runs commands with --role-arn instead: it assumes this role, by"
              + " name or ARN; may be repeated, for regions or series with roles of their own")
  private List<String> assumed = List.of();

  @Override
  public Integer call() {
    if (!account.matches("[0-9]{12}")) {
      throw new JobException("--account is '%s'. It has 12 digits.".formatted(account));
    }
    requireWord("--region", region);
    String in = partition != null ? partition : PartitionMetadata.of(Region.of(region)).id();
    requireWord("--partition", in);
    Account here = new Account(in, region, account);
    boolean isNamed =
        Stream.of(advised.tables(), prewarmed, resharded, changed, served)
            .anyMatch(of -> !of.isEmpty());
    check(isNamed || examined || !topics.isEmpty());
    requireTables();
    String kept = guarded;
    return printText(
        Json.text(
            kept != null
                ? LayoutRights.keepingOut(kept, roles, here)
                : assumed.isEmpty()
                    ? rights(here, isNamed).json()
                    : Policy.assuming(assumed, here).json()));
  }

  /** Refuses what would have no effect. */
  private void check(boolean isMore) {
    Conflicts conflicts = new Conflicts();
    advised.check(conflicts);
    conflicts.refuse(
        resharded.isEmpty() && !into.isEmpty(),
        "--into is where items of --reshard go. Add --reshard, or leave --into out.");
    conflicts.refuse(
        into.isEmpty() && series != null,
        "--series says what the tables of --into are. Add --reshard and --into, or leave --series out.");
    conflicts.refuse(
        served.isEmpty() && cures,
        "--heat is about clients of --client. Add --client, or leave --heat out.");
    conflicts.refuse(
        guarded == null && !roles.isEmpty(),
        "--role is whom --keep-out lets pass. Add --keep-out, or leave --role out.");
    conflicts.refuse(
        guarded != null && roles.isEmpty(), "--keep-out would keep everybody out. Add --role.");
    conflicts.refuse(
        guarded != null && (isMore || !assumed.isEmpty()),
        "--keep-out prints a policy of its own. Run it alone, with --role.");
    conflicts.refuse(
        !assumed.isEmpty() && isMore,
        "--role-arn prints a policy of its own, of who assumes the role. Run it alone, and without it for the role's own policy.");
    conflicts.check();
  }

  private static void requireWord(String option, String value) {
    if (!value.matches("[a-z0-9-]+")) {
      throw new JobException(
          "%s is '%s'. It has small letters, digits and hyphens.".formatted(option, value));
    }
  }

  /** Refuses what no table is called: a policy takes a star or a question mark as a pattern. */
  private void requireTables() {
    advised.requireTables();
    requireTables("--prewarm", prewarmed);
    requireTables("--reshard", resharded);
    requireTables("--layout", changed);
    requireTables("--client", served);
    requireTables("--layouts", List.of(layouts));
    if (series == null) {
      requireTables("--into", into);
    }
    if (guarded != null) {
      requireTables("--keep-out", List.of(guarded));
    }
  }

  /**
   * Refuses what no table is called.
   *
   * @throws JobException naming the option
   */
  static void requireTables(String option, List<String> tables) {
    for (String table : tables) {
      SpecOptions.tableName(option, table);
      if (TableName.isArn(table) && !Account.isTable(table)) {
        throw new JobException(
            "%s is '%s', which is no ARN of a table, such as arn:aws:dynamodb:eu-central-1:123456789012:table/orders."
                .formatted(option, table));
      }
    }
  }

  private Policy rights(Account here, boolean isNamed) {
    Configuration read = isNamed ? configuration.readIfThere() : configuration.read();
    Policy policy =
        advised
            .adding(Policy.of(read, here), here)
            .prewarming(prewarmed, here)
            .resharding(resharded, destinations(), layouts, here)
            .changing(changed, layouts, here)
            .serving(served, layouts, here)
            .curing(cures ? served : List.of(), layouts, here);
    if (examined) {
      policy = policy.examining(read, here);
    }
    return policy.publishing(topics);
  }

  private List<String> destinations() {
    Path file = series;
    if (file == null) {
      return into;
    }
    Configuration read = ConfigurationReader.read(file, "--series");
    requireTables("--into", into.stream().filter(name -> read.series(name) == null).toList());
    return into.stream().map(name -> Policy.named(read, name)).toList();
  }
}
