package dev.evenkeel.jobs.iam;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.report.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * An IAM policy.
 *
 * @param statements in the order in which jobs need them
 */
public record Policy(List<Statement> statements) {
  private static final List<String> MOVED_TABLES =
      List.of(
          "dynamodb:ConditionCheckItem",
          "dynamodb:DeleteItem",
          "dynamodb:DescribeTable",
          "dynamodb:GetItem",
          "dynamodb:PutItem",
          "dynamodb:Query",
          "dynamodb:Scan");
  private static final List<String> LAYOUTS =
      List.of("dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query");

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

  /** The same and what {@code prewarm} needs of these tables. */
  public Policy prewarming(Collection<String> tables, Account account) {
    return with(
        "Prewarm", List.of("dynamodb:DescribeTable", "dynamodb:UpdateTable"), tables, account);
  }

  /**
   * The same and what {@code reshard} and {@code work} need of these tables.
   *
   * @param layouts the control table
   */
  public Policy resharding(Collection<String> tables, String layouts, Account account) {
    return with("Reshard", MOVED_TABLES, tables, account)
        .with("Layouts", LAYOUTS, tables.isEmpty() ? List.of() : List.of(layouts), account);
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
    List<Statement> all = new ArrayList<>(statements);
    if (!tables.isEmpty()) {
      all.add(Statement.of(sid, actions, tables.stream().map(account::table).toList()));
    }
    return new Policy(all);
  }

  /** The policy as IAM takes it. */
  public ObjectNode json() {
    ObjectNode json = Json.object().put("Version", "2012-10-17");
    json.set("Statement", Json.array(statements, Statement::json));
    return json;
  }
}
