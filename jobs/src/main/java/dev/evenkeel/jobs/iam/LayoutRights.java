package dev.evenkeel.jobs.iam;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.jobs.report.Json;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** The rights on tables with a layout record: of clients, of who changes layouts, and of others. */
public final class LayoutRights {
  private static final List<String> CLIENTS =
      List.of(
          "dynamodb:BatchGetItem",
          "dynamodb:BatchWriteItem",
          "dynamodb:ConditionCheckItem",
          "dynamodb:DeleteItem",
          "dynamodb:GetItem",
          "dynamodb:PutItem",
          "dynamodb:Query",
          "dynamodb:Scan",
          "dynamodb:UpdateItem");
  private static final List<String> CLIENTS_LAYOUTS =
      List.of("dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem");
  private static final List<String> OPERATOR = List.of("dynamodb:DescribeTable", "dynamodb:Query");
  private static final List<String> OPERATOR_LAYOUTS =
      List.of(
          "dynamodb:DeleteItem",
          "dynamodb:DescribeTable",
          "dynamodb:GetItem",
          "dynamodb:PutItem",
          "dynamodb:Query");
  private static final List<String> HEAT_LAYOUTS =
      List.of("dynamodb:DescribeTable", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query");
  private static final List<String> MOVED =
      List.of(
          "dynamodb:ConditionCheckItem",
          "dynamodb:DeleteItem",
          "dynamodb:DescribeTable",
          "dynamodb:GetItem",
          "dynamodb:PutItem",
          "dynamodb:Query",
          "dynamodb:Scan");
  private static final List<String> MOVED_OUT =
      List.of(
          "dynamodb:ConditionCheckItem",
          "dynamodb:DeleteItem",
          "dynamodb:DescribeTable",
          "dynamodb:GetItem",
          "dynamodb:Scan");
  private static final List<String> MOVED_INTO =
      List.of("dynamodb:DescribeTable", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Scan");
  private static final List<String> WRITES =
      List.of(
          "dynamodb:BatchWriteItem",
          "dynamodb:DeleteItem",
          "dynamodb:PartiQLDelete",
          "dynamodb:PartiQLInsert",
          "dynamodb:PartiQLUpdate",
          "dynamodb:PutItem",
          "dynamodb:UpdateItem");
  private static final List<String> READS =
      List.of(
          "dynamodb:BatchGetItem",
          "dynamodb:ConditionCheckItem",
          "dynamodb:GetItem",
          "dynamodb:PartiQLSelect",
          "dynamodb:Query",
          "dynamodb:Scan");

  /** AWS, "DynamoDB global tables security": what copies items to replicas. */
  private static final String REPLICATION =
      "aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication";

  private LayoutRights() {}

  /** Of clients that read and write, while items move, too. */
  static List<Statement> clients(Collection<String> tables, String layouts, Account account) {
    return List.of(
        Statement.of(
            "Clients",
            CLIENTS,
            tables.stream()
                .map(account::table)
                .flatMap(arn -> Stream.of(arn, arn + "/index/*"))
                .toList()),
        Statement.of("ClientsLayouts", CLIENTS_LAYOUTS, List.of(account.table(layouts))));
  }

  /** Of clients that add shards to hot keys, besides. */
  static List<Statement> heat(Collection<String> tables, String layouts, Account account) {
    return List.of(
        Statement.of("Heat", OPERATOR, tables.stream().map(account::table).toList()),
        Statement.of("HeatLayouts", HEAT_LAYOUTS, List.of(account.table(layouts))));
  }

  /** Of {@code evenkeel layout}. */
  static List<Statement> operator(Collection<String> tables, String layouts, Account account) {
    return List.of(
        Statement.of("Layout", OPERATOR, tables.stream().map(account::table).toList()),
        Statement.of("LayoutRecords", OPERATOR_LAYOUTS, List.of(account.table(layouts))));
  }

  /** Of {@code evenkeel reshard} and {@code work}. */
  static List<Statement> reshard(
      Collection<String> tables, Collection<String> into, String layouts, Account account) {
    Statement moved =
        Statement.of(
            "Reshard",
            into.isEmpty() ? MOVED : MOVED_OUT,
            tables.stream().map(account::table).toList());
    Statement records = Statement.of("Layouts", OPERATOR_LAYOUTS, List.of(account.table(layouts)));
    return into.isEmpty()
        ? List.of(moved, records)
        : List.of(
            moved,
            Statement.of("ReshardInto", MOVED_INTO, into.stream().map(account::table).toList()),
            records);
  }

  /**
   * The resource policy of a table that keeps all others out: they would read and write where items
   * are not. Two statements, so that readers can be let in again.
   *
   * @param roles that are let pass, by name or ARN
   */
  public static ObjectNode keepingOut(String table, Collection<String> roles, Account account) {
    List<String> passing =
        Stream.concat(roles.stream(), Stream.of(REPLICATION)).map(account::role).toList();
    List<String> here = List.of(account.table(table), account.table(table) + "/index/*");
    ObjectNode json = Json.object().put("Version", "2012-10-17");
    json.putArray("Statement")
        .add(denial("OnlyWritersWithTheLayout", WRITES, here, passing))
        .add(denial("OnlyReadersWithTheLayout", READS, here, passing));
    return json;
  }

  private static ObjectNode denial(
      String sid, List<String> actions, List<String> resources, List<String> passing) {
    ObjectNode json = Json.object().put("Sid", sid).put("Effect", "Deny").put("Principal", "*");
    json.set("Action", Json.texts(actions));
    json.set("Resource", Json.texts(resources));
    json.putObject("Condition")
        .putObject("ArnNotEquals")
        .set("aws:PrincipalArn", Json.texts(passing));
    return json;
  }
}
