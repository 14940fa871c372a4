package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * One request on its way to the server. Changed requests keep their signature, which DynamoDB Local
 * does not check.
 */
final class Call {
  private static final String TARGET = "X-Amz-Target";
  private static final Set<String> WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems");

  private final SdkHttpRequest http;
  private final byte[] bytes;
  private final String operation;
  private final ObjectNode body;

  private Call(SdkHttpRequest http, byte[] bytes, ObjectNode body) {
    this.http = http;
    this.bytes = bytes;
    this.body = body;
    String target = http.firstMatchingHeader(TARGET).orElse("");
    this.operation = target.substring(target.indexOf('.') + 1);
  }

  static Call of(SdkHttpRequest http, byte[] bytes) {
    return new Call(http, bytes, Json.parse(bytes));
  }

  /** The same request with another body. */
  Call withBody(ObjectNode changed) {
    byte[] changedBytes = Json.bytes(changed);
    SdkHttpRequest sized =
        http.toBuilder().putHeader("Content-Length", Long.toString(changedBytes.length)).build();
    return new Call(sized, changedBytes, changed);
  }

  /** Another operation, sent the way this one is. */
  Call withOperation(String name, ObjectNode itsBody) {
    String target = http.firstMatchingHeader(TARGET).orElse("");
    String prefix = target.substring(0, target.indexOf('.') + 1);
    return withHeader(TARGET, prefix + name).withBody(itsBody);
  }

  /** The same request in the namespace of another access key. */
  Call withAccessKey(String accessKey) {
    String authorization = http.firstMatchingHeader("Authorization").orElse("");
    return withHeader(
        "Authorization",
        authorization.replaceFirst("Credential=[^/]+/", "Credential=" + accessKey + "/"));
  }

  private Call withHeader(String name, String value) {
    return new Call(http.toBuilder().putHeader(name, value).build(), bytes, body);
  }

  SdkHttpRequest http() {
    return http;
  }

  byte[] bytes() {
    return bytes;
  }

  String operation() {
    return operation;
  }

  /** The body; whoever changes it works on a {@link ObjectNode#deepCopy()}. */
  ObjectNode body() {
    return body;
  }

  /** PartiQL apart, whose statements name neither their tables nor their kind in the open. */
  boolean isWrite() {
    return WRITES.contains(operation);
  }

  /** The members of {@code TransactItems}, each with its action's wrapper taken off. */
  List<JsonNode> actions() {
    List<JsonNode> actions = new ArrayList<>();
    body.path("TransactItems").forEach(item -> item.forEach(actions::add));
    return actions;
  }

  /** The names of the tables that the request mentions, ARNs reduced to names. */
  Set<String> tables() {
    Set<String> tables = new LinkedHashSet<>();
    addTable(tables, body.path("TableName").asText());
    body.path("RequestItems").fieldNames().forEachRemaining(name -> addTable(tables, name));
    actions().forEach(action -> addTable(tables, action.path("TableName").asText()));
    return tables;
  }

  private static void addTable(Set<String> tables, String nameOrArn) {
    if (!nameOrArn.isEmpty()) {
      tables.add(nameOrArn.substring(nameOrArn.indexOf('/') + 1));
    }
  }
}
