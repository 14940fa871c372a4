package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.testkit.fault.Payload.HeldPayload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * A request to DynamoDB Local. Changed ones keep their signature, which it does not check.
 *
 * @param body for changes, use a {@link ObjectNode#deepCopy()}
 */
record DynamoDbCall(SdkHttpRequest http, HeldPayload payload, ObjectNode body) implements Call {
  private static final String TARGET = "X-Amz-Target";
  private static final String AUTHORIZATION = "Authorization";
  private static final Pattern CREDENTIAL = Pattern.compile("Credential=([^/]+)/");
  private static final Set<String> WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems");

  private static final Answer INTERNAL_ERROR =
      Answer.error(
          500,
          "com.amazonaws.dynamodb.v20120810#InternalServerError",
          "Internal server error",
          Json.object());

  /** DynamoDB's protocol names the operation in a header; S3's identifies it by method and path. */
  static boolean isOne(SdkHttpRequest http) {
    return http.firstMatchingHeader(TARGET).isPresent();
  }

  static DynamoDbCall of(SdkHttpRequest http, byte[] bytes) {
    return new DynamoDbCall(http, new HeldPayload(bytes), Json.parse(bytes));
  }

  /** The same request with another body. */
  DynamoDbCall withBody(ObjectNode changed) {
    byte[] changedBytes = Json.bytes(changed);
    SdkHttpRequest sized =
        http.toBuilder().putHeader("Content-Length", Long.toString(changedBytes.length)).build();
    return new DynamoDbCall(sized, new HeldPayload(changedBytes), changed);
  }

  /** Another operation, sent the way this one is. */
  DynamoDbCall withOperation(String name, ObjectNode itsBody) {
    String prefix = target().substring(0, target().indexOf('.') + 1);
    return withHeader(TARGET, prefix + name).withBody(itsBody);
  }

  /** The namespace that the request is for; empty if it is not signed. */
  String accessKey() {
    Matcher credential = CREDENTIAL.matcher(authorization());
    return credential.find() ? credential.group(1) : "";
  }

  /** The same request in the namespace of another access key. */
  DynamoDbCall withAccessKey(String accessKey) {
    return withHeader(
        AUTHORIZATION,
        CREDENTIAL.matcher(authorization()).replaceFirst("Credential=" + accessKey + "/"));
  }

  private String authorization() {
    return http.firstMatchingHeader(AUTHORIZATION).orElse("");
  }

  private DynamoDbCall withHeader(String name, String value) {
    return new DynamoDbCall(http.toBuilder().putHeader(name, value).build(), payload, body);
  }

  private String target() {
    return http.firstMatchingHeader(TARGET).orElse("");
  }

  @Override
  public String operation() {
    return target().substring(target().indexOf('.') + 1);
  }

  /** PartiQL apart, whose statements name neither their tables nor their kind in the open. */
  boolean isWrite() {
    return WRITES.contains(operation());
  }

  /** The members of {@code TransactItems}, each with its action's wrapper taken off. */
  List<JsonNode> actions() {
    List<JsonNode> actions = new ArrayList<>();
    body.path("TransactItems").forEach(item -> item.forEach(actions::add));
    return actions;
  }

  @Override
  public Set<String> resources() {
    return tables();
  }

  @Override
  public Answer internalError() {
    return INTERNAL_ERROR;
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
