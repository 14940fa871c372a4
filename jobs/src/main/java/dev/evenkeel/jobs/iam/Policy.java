package dev.evenkeel.jobs.iam;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.objects.spec.BucketSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * An IAM policy.
 *
 * @param statements in the order in which jobs need them
 */
public record Policy(List<Statement> statements) {
  /** Copies the list. */
  public Policy {
    statements = List.copyOf(statements);
  }

  /** The rights of all jobs of a configuration. */
  public static Policy of(Configuration configuration, Account account) {
    List<Statement> all = new ArrayList<>();
    String controlTable = configuration.controlTable();
    if (controlTable != null && !configuration.tables().isEmpty()) {
      all.addAll(SeriesRights.of(configuration, controlTable, account));
    }
    if (!configuration.chunking().isEmpty()) {
      all.addAll(SweepRights.of(configuration, account));
    }
    all.addAll(
        KeyRights.of(
            "OtherKeys",
            KeyRights.USE_TABLES,
            "dynamodb",
            configuration.tableKmsKeyIds(),
            account));
    return new Policy(all);
  }

  /** The same and what {@code advise --table} needs of these tables. */
  public Policy advising(Collection<String> tables, Account account) {
    return with("Advice", List.of("dynamodb:DescribeTable", "dynamodb:Scan"), tables, account);
  }

  /**
   * The same and what {@code advise --table} and {@code work} need besides to share it by a job.
   *
   * @param controlTable where jobs are kept
   * @param bucket where the statistics are
   */
  public Policy advisingByJobs(String controlTable, BucketSpec bucket, Account account) {
    String files = account.bucket(bucket.bucket());
    return and(
        List.of(
            Statement.of(
                "AdviceJobs",
                List.of(
                    "dynamodb:DeleteItem",
                    "dynamodb:GetItem",
                    "dynamodb:PutItem",
                    "dynamodb:Query"),
                List.of(account.table(controlTable))),
            Statement.of(
                "AdviceFiles",
                List.of("s3:DeleteObject", "s3:GetObject", "s3:PutObject"),
                List.of(files + "/" + bucket.prefix() + "*")),
            Statement.of("AdviceListing", List.of("s3:ListBucket"), List.of(files))));
  }

  /** The same and what {@code prewarm} needs of these tables. */
  public Policy prewarming(Collection<String> tables, Account account) {
    return with(
        "Prewarm", List.of("dynamodb:DescribeTable", "dynamodb:UpdateTable"), tables, account);
  }

  /**
   * The same and what {@code reshard} and {@code work} need of these tables.
   *
   * @param into the tables that items are moved to, if they are others: names or patterns
   * @param layouts the control table
   */
  public Policy resharding(
      Collection<String> tables, Collection<String> into, String layouts, Account account) {
    return tables.isEmpty() ? this : and(LayoutRights.reshard(tables, into, layouts, account));
  }

  /** The same and what {@code evenkeel layout} needs of these tables. */
  public Policy changing(Collection<String> tables, String layouts, Account account) {
    return tables.isEmpty() ? this : and(LayoutRights.operator(tables, layouts, account));
  }

  /** The same and what the clients of these tables need, while items move, too. */
  public Policy serving(Collection<String> tables, String layouts, Account account) {
    return tables.isEmpty() ? this : and(LayoutRights.clients(tables, layouts, account));
  }

  /** The same and what clients of these tables need whose {@code HeatPolicy} applies. */
  public Policy curing(Collection<String> tables, String layouts, Account account) {
    return tables.isEmpty() ? this : and(LayoutRights.heat(tables, layouts, account));
  }

  /**
   * The same and what hooks need that publish to topics.
   *
   * @throws IllegalArgumentException if one is no ARN of a topic
   */
  public Policy publishing(Collection<String> topics) {
    return topics.isEmpty()
        ? this
        : and(
            List.of(
                Statement.of(
                    "Topics",
                    List.of("sns:Publish"),
                    topics.stream().map(Account::topic).toList())));
  }

  /**
   * What those need who run commands as a role that is assumed; all else is the role's.
   *
   * @param roles by name or ARN
   * @throws IllegalArgumentException if one is the ARN of something else
   */
  public static Policy assuming(Collection<String> roles, Account account) {
    return new Policy(
        List.of(
            Statement.of(
                "Roles",
                List.of("sts:AssumeRole"),
                roles.stream().map(account::assumable).toList())));
  }

  private Policy and(List<Statement> more) {
    List<Statement> all = new ArrayList<>(statements);
    all.addAll(more);
    return new Policy(all);
  }

  /** The name of a table; the pattern of its tables, if it is a series of the configuration. */
  public static String named(Configuration configuration, String table) {
    return SeriesRights.named(configuration, table);
  }

  /** The same and what {@code doctor} reads beyond what the jobs do. */
  public Policy examining(Configuration configuration, Account account) {
    List<String> items = new ArrayList<>();
    List<String> stores = new ArrayList<>();
    for (ChunkingSpec spec : configuration.chunking()) {
      items.add(SeriesRights.named(configuration, spec.tableName()));
      stores.add(SeriesRights.named(configuration, spec.tableName()));
      if (spec.chunkTable() != null) {
        stores.add(SeriesRights.named(configuration, spec.chunkTable().tableName()));
      }
      if (spec.intentTable() != null) {
        stores.add(spec.intentTable().tableName());
      }
    }
    List<String> periods = configuration.tables().stream().map(SeriesRights::pattern).toList();
    return with("DoctorPeriods", List.of("dynamodb:Scan"), periods, account)
        .with("DoctorTables", List.of("dynamodb:DescribeTable"), stores, account)
        .with(
            "DoctorItems",
            List.of("dynamodb:DescribeTimeToLive", "dynamodb:GetItem", "dynamodb:Scan"),
            items,
            account);
  }

  private Policy with(
      String sid, List<String> actions, Collection<String> tables, Account account) {
    return tables.isEmpty()
        ? this
        : and(List.of(Statement.of(sid, actions, tables.stream().map(account::table).toList())));
  }

  /** The policy as IAM takes it. */
  public ObjectNode json() {
    ObjectNode json = Json.object().put("Version", "2012-10-17");
    json.set("Statement", Json.array(statements, Statement::json));
    return json;
  }
}
