package dev.evenkeel.testkit.control;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** The table operations that a simulator knows. */
final class ControlOperations {
  static final Set<String> CHANGES =
      Set.of(
          "CreateTable",
          "UpdateTable",
          "DeleteTable",
          "UpdateTimeToLive",
          "UpdateContinuousBackups",
          "TagResource",
          "UntagResource");
  private static final Set<String> READS =
      Set.of(
          "DescribeTable",
          "ListTables",
          "DescribeTimeToLive",
          "DescribeContinuousBackups",
          "ListTagsOfResource",
          "DescribeLimits");
  static final Set<String> ALL = all();

  private static final Map<String, String> NAMING =
      Map.of(
          "ExportTableToPointInTime", "TableArn",
          "ListExports", "TableArn",
          "TagResource", "ResourceArn",
          "UntagResource", "ResourceArn",
          "ListTagsOfResource", "ResourceArn");

  private ControlOperations() {}

  private static Set<String> all() {
    Set<String> all = new TreeSet<>(CHANGES);
    all.addAll(READS);
    return all;
  }

  static boolean isOne(DynamoDbRequest request) {
    return ALL.contains(nameOf(request));
  }

  static String nameOf(DynamoDbRequest request) {
    String type = request.getClass().getSimpleName();
    return type.substring(0, type.length() - "Request".length());
  }

  static @Nullable String tableOf(DynamoDbRequest request) {
    String member = NAMING.getOrDefault(nameOf(request), "TableName");
    return request.getValueForField(member, String.class).map(ControlOperations::name).orElse(null);
  }

  /** The name of a table that is given by name or ARN, an index' or stream's included. */
  static String name(String nameOrArn) {
    int at = nameOrArn.indexOf(":table/");
    return at < 0 ? nameOrArn : nameOrArn.substring(at + ":table/".length()).split("/", 2)[0];
  }
}
