package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.iam.Account;
import dev.evenkeel.jobs.iam.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code iam} that say what {@code advise} reads, and where its jobs are. */
final class AdviceRightsOptions {
  @Option(
      names = "--advise",
      paramLabel = "TABLE",
      description = "a table that 'advise --table' is to sample, too; may be repeated")
  private List<String> tables = List.of();

  @Option(
      names = "--control-table",
      paramLabel = "NAME",
      description = "the --control-table of 'advise --job' on tables of --advise, and of 'work'")
  private @Nullable String controlTable;

  @Option(
      names = "--bucket",
      paramLabel = "NAME",
      description = "the --bucket of 'advise --job' on tables of --advise")
  private @Nullable String bucket;

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "the --prefix of 'advise --job' on tables of --advise, if it has one")
  private @Nullable String prefix;

  List<String> tables() {
    return tables;
  }

  /** Refuses what would have no effect, or too little. */
  void check(Conflicts conflicts) {
    boolean isOfJobs = controlTable != null || bucket != null || prefix != null;
    conflicts.refuse(
        tables.isEmpty() && isOfJobs,
        "--control-table, --bucket and --prefix are those of 'advise --job'. Add --advise, or leave them out.");
    conflicts.refuse(
        !tables.isEmpty() && isOfJobs && (controlTable == null || bucket == null),
        "'advise --job' needs both a control table and a bucket. Give --control-table and --bucket.");
  }

  /** Refuses what no table is called. */
  void requireTables() {
    IamCommand.requireTables("--advise", tables);
    if (controlTable != null) {
      IamCommand.requireTables("--control-table", List.of(controlTable));
    }
  }

  /** The policy, with what the advice needs. */
  Policy adding(Policy policy, Account account) {
    Policy sampling = policy.advising(tables, account);
    return controlTable == null || bucket == null
        ? sampling
        : sampling.advisingByJobs(controlTable, SharedAdviceOptions.files(bucket, prefix), account);
  }
}
