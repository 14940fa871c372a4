package dev.evenkeel.core.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.operation.RequestTables.TableMembers;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

class RequestTablesTest {
  /** Members with a telling name that do not name a table the request is about. */
  private static final Set<String> NOT_NAMING =
      Set.of(
          // Positions in a listing.
          "ExclusiveStartTableName",
          "ExclusiveStartGlobalTableName",
          "ExclusiveStartBackupArn",
          // A Kinesis stream; a role.
          "StreamArn",
          "AutoScalingRoleArn",
          // Structures, settings and enumerations.
          "TableCreationParameters",
          "TableClass",
          "TableClassOverride",
          "ReplicaTableClass",
          "GlobalTableBillingMode",
          "GlobalTableSettingsReplicationMode",
          "GlobalTableWitnessUpdates",
          "GlobalTableProvisionedWriteCapacityUnits",
          "GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate",
          "GlobalTableGlobalSecondaryIndexSettingsUpdate");

  private final FilledRequests filled = new FilledRequests();

  static Stream<Class<?>> types() {
    return FilledRequests.types();
  }

  @Test
  void members_withATellingName_areAllClassified() {
    types().forEach(filled::fill);
    assertThat(unclassified(filled.members)).isEmpty();
    assertThat(filled.members).containsAll(NOT_NAMING).contains("RequestItems");
  }

  @Test
  void members_oneMoreInTheSdk_isReported() {
    assertThat(unclassified(Set.of("TableName", "SisterTableName", "ReplicaArn", "Limit")))
        .containsExactly("ReplicaArn", "SisterTableName");
  }

  @ParameterizedTest
  @MethodSource("types")
  void of_requestWithEveryMemberSet_findsExactlyTheNamingOnes(Class<?> type) {
    DynamoDbRequest request = filled.fill(type);
    List<String> expected = filled.texts.stream().filter(RequestTablesTest::isNaming).toList();
    assertThat(RequestTables.of(request)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(expected).allMatch(path -> RequestTables.anyMatch(request, path::equals));
    assertThat(RequestTables.anyMatch(request, "other"::equals)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("types")
  void of_requestWithEveryMemberSet_isWhatTheMembersSay(Class<?> type) {
    DynamoDbRequest request = filled.fill(type);
    List<String> byMember = new ArrayList<>();
    TableMembers.anyMatch(request, name -> !byMember.add(name));
    assertThat(RequestTables.of(request)).containsExactlyInAnyOrderElementsOf(byMember);
  }

  @ParameterizedTest
  @MethodSource("types")
  void of_emptyRequest_isEmpty(Class<?> type) throws Exception {
    var builder = (DynamoDbRequest.Builder) type.getMethod("builder").invoke(null);
    assertThat(RequestTables.of(builder.build())).isEmpty();
    assertThat(RequestTables.statements(builder.build())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyOperation_exceptThoseOnTheAccount_namesATableOrHasStatements(Class<?> type) {
    DynamoDbRequest request = filled.fill(type);
    boolean names = !RequestTables.of(request).isEmpty();
    boolean states = !RequestTables.statements(request).isEmpty();
    Operation.Kind kind = Operation.of(request).kind();
    assertThat(states).isEqualTo(kind == Operation.Kind.PARTIQL);
    assertThat(names || states || kind == Operation.Kind.ACCOUNT).isTrue();
    assertThat(names && states).isFalse();
  }

  @Test
  void of_tableNamedSeveralTimes_isListedOnceInOrder() {
    TransactWriteItem first = put("b");
    var request =
        TransactWriteItemsRequest.builder().transactItems(first, put("a"), put("b")).build();
    assertThat(RequestTables.of(request)).containsExactly("b", "a");
  }

  @Test
  void of_singleTable_isThatName() {
    assertThat(RequestTables.of(GetItemRequest.builder().tableName("t").build()))
        .containsExactly("t");
  }

  private static Set<String> unclassified(Set<String> members) {
    Set<String> unclassified = new TreeSet<>();
    members.stream()
        .filter(member -> member.contains("Table") || member.contains("Arn"))
        .filter(member -> !TableMembers.NAMING.contains(member))
        .filter(member -> !NOT_NAMING.contains(member))
        .forEach(unclassified::add);
    return unclassified;
  }

  private static boolean isNaming(String path) {
    String member = path.substring(path.lastIndexOf('/') + 1);
    return TableMembers.NAMING.contains(member) || member.equals("RequestItems*");
  }

  private static TransactWriteItem put(String table) {
    return TransactWriteItem.builder().put(Put.builder().tableName(table).build()).build();
  }
}
