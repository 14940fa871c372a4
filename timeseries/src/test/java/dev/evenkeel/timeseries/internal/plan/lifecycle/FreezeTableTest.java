package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.ledger.HeldLease;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings.RunLimits;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals.LackingEngineException;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/** The means that freeze a table, on engines with resource policies and without. */
class FreezeTableTest {
  private static final String ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/t_2026-03-10";

  private static final TableDescription TABLE =
      TableDescription.builder().tableName("t_2026-03-10").tableArn(ARN).build();

  private final List<DynamoDbRequest> sent = new ArrayList<>();
  private final RunContext context = context();
  private RuntimeException noPolicy = PolicyNotFoundException.builder().build();
  private RuntimeException noUpdate;
  private RuntimeException putRefused;
  private String policy;
  private TimeToLiveStatus expiry = TimeToLiveStatus.DISABLED;

  static RunContext context() {
    TimeSeriesSpec spec =
        TimeSeriesSpec.builder("t")
            .time(ItemTime.iso("at"))
            .period(Period.DAY)
            .since(Instant.parse("2026-03-01T00:00:00Z"))
            .template(
                TableTemplate.of(
                    CreateTableRequest.builder()
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .keySchema(
                            KeySchemaElement.builder()
                                .attributeName("at")
                                .keyType(KeyType.HASH)
                                .build())
                        .attributeDefinitions(
                            AttributeDefinition.builder()
                                .attributeName("at")
                                .attributeType(ScalarAttributeType.S)
                                .build())
                        .build()))
            .build();
    Duration minute = Duration.ofMinutes(1);
    RunSettings settings =
        new RunSettings(
            "control",
            TableOwnership.byTagOrLedger(),
            RunLimits.KEEPING,
            minute,
            minute,
            minute,
            () -> 0,
            true,
            false,
            false,
            null);
    Lease.Key lease = new Lease.Key("control", Map.of("pk", AttributeValue.fromS("t")));
    return new RunContext(
        spec, settings, new HeldLease(new Lease(lease, "me", 1, 1, minute)), Instant.MAX);
  }

  private Object answer(Request<?> request) {
    DynamoDbRequest asked = ((TableCall<?>) request).request();
    sent.add(asked);
    if (asked instanceof GetResourcePolicyRequest) {
      if (policy == null) {
        throw noPolicy;
      }
      return GetResourcePolicyResponse.builder().policy(policy).build();
    } else if (asked instanceof PutResourcePolicyRequest) {
      if (putRefused != null) {
        throw putRefused;
      }
      return PutResourcePolicyResponse.builder().build();
    } else if (asked instanceof DescribeTimeToLiveRequest) {
      return DescribeTimeToLiveResponse.builder()
          .timeToLiveDescription(t -> t.timeToLiveStatus(expiry).attributeName("expires"))
          .build();
    }
    if (noUpdate != null) {
      throw noUpdate;
    }
    return UpdateTimeToLiveResponse.builder().build();
  }

  private FreezeTable.FreezeResult freeze() {
    return SyncRunner.create().run(FreezeTable.freeze(context, TABLE), this::answer, Deadline.NONE);
  }

  /** The reason why freezing waits, if it does. */
  private Optional<String> frozen() {
    return Optional.ofNullable(freeze().waitsFor());
  }

  private <T> List<T> sent(Class<T> type) {
    return sent.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  void freeze_noPolicyYet_deniesAllWritesAndNothingElse() throws Exception {
    assertThat(frozen()).isEmpty();

    PutResourcePolicyRequest put = sent(PutResourcePolicyRequest.class).get(0);
    assertThat(put.resourceArn()).isEqualTo(ARN);
    assertThat(put.expectedRevisionId()).isEqualTo("NO_POLICY");
    JsonNode statement = new ObjectMapper().readTree(put.policy()).path("Statement").path(0);
    assertThat(statement.path("Effect").asText()).isEqualTo("Deny");
    assertThat(statement.path("Principal").asText()).isEqualTo("*");
    assertThat(statement.path("Resource").asText()).isEqualTo(ARN);
    List<String> actions = new ArrayList<>();
    statement.path("Action").forEach(action -> actions.add(action.asText()));
    assertThat(actions)
        .containsExactlyInAnyOrder(
            "dynamodb:PutItem",
            "dynamodb:UpdateItem",
            "dynamodb:DeleteItem",
            "dynamodb:BatchWriteItem",
            "dynamodb:PartiQLInsert",
            "dynamodb:PartiQLUpdate",
            "dynamodb:PartiQLDelete");
    assertThat(context.notes()).isEmpty();

    policy = put.policy();
    assertThat(freeze()).isEqualTo(new FreezeTable.FreezeResult(true, null));
    assertThat(sent(PutResourcePolicyRequest.class)).hasSize(1);
    assertThat(context.notes()).isEmpty();
  }

  @Test
  void freeze_somebodysPolicy_staysAndIsNoted() {
    policy = "{\"Statement\":[]}";

    assertThat(freeze()).isEqualTo(new FreezeTable.FreezeResult(false, null));
    assertThat(sent(PutResourcePolicyRequest.class)).isEmpty();
    assertThat(context.notes())
        .singleElement()
        .asString()
        .endsWith("are not denied: it has a resource policy already");
  }

  /** Only the id of a statement makes a policy ours, wherever else the text is. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'Statement':[{'Sid':'Mine','Effect':'Allow','Condition':{'StringEquals':{'aws:PrincipalTag/Sid':'EvenkeelFrozen'}}}]}",
        "{'Statement':[{'Effect':'Deny','Condition':{'StringEquals':{'Sid':'EvenkeelFrozen'}}}]}",
        "{'Id':'EvenkeelFrozen','Statement':{'Effect':'Deny'}}",
        "{'Sid':'EvenkeelFrozen','Statement':[]}",
        "{'Statement':[{'Sid':'EvenkeelFrozen'",
        "'EvenkeelFrozen'",
      })
  void freeze_somebodysPolicyHasOurTextElsewhere_isNotTakenForOurs(String text) {
    policy = text.replace('\'', '"');

    assertThat(freeze().isDenied()).isFalse();
    assertThat(context.notes()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'Statement':{'Effect':'Deny','Sid':'EvenkeelFrozen'}}",
        "{ 'Statement' : [ { 'Action' : ['a', {'b': []}] }, { 'Sid' : 'EvenkeelFrozen' } ] }",
      })
  void freeze_policyHasOurStatement_isTakenForOurs(String text) {
    policy = text.replace('\'', '"');

    assertThat(freeze().isDenied()).isTrue();
  }

  /** GetResourcePolicy may not tell of a policy for some seconds, which PutResourcePolicy meets. */
  @Test
  void freeze_policyIsNotToldYet_isWaitedFor() {
    putRefused = PolicyNotFoundException.builder().build();
    assertThat(frozen()).contains("its new resource policy is not visible everywhere yet");
    assertThat(sent(DescribeTimeToLiveRequest.class)).isEmpty();

    policy = sent(PutResourcePolicyRequest.class).get(0).policy();
    assertThat(frozen()).isEmpty();
    assertThat(context.notes()).isEmpty();
  }

  private static DynamoDbException failure(String code) {
    return failure(code, code);
  }

  private static DynamoDbException failure(String code, String message) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .awsErrorDetails(
                AwsErrorDetails.builder().errorCode(code).errorMessage(message).build())
            .message(message)
            .build();
  }

  @Test
  void freeze_engineWithoutPoliciesOrWithoutTheRight_isNoted() {
    noPolicy = LackingEngineException.of(failure("UnknownOperationException"));
    assertThat(frozen()).isEmpty();
    noPolicy = failure("AccessDeniedException");
    assertThat(frozen()).isEmpty();
    assertThat(context.notes()).hasSize(2);

    for (String code : List.of("InternalServerError", "UnknownOperationException")) {
      noPolicy = failure(code);
      assertThatThrownBy(this::frozen).isSameAs(noPolicy);
    }
  }

  @Test
  void freeze_itemsExpire_isWaitedFor() {
    expiry = TimeToLiveStatus.ENABLED;
    assertThat(frozen()).contains("the expiry of its items is being switched off");
    UpdateTimeToLiveRequest update = sent(UpdateTimeToLiveRequest.class).get(0);
    assertThat(update.timeToLiveSpecification().enabled()).isFalse();
    assertThat(update.timeToLiveSpecification().attributeName()).isEqualTo("expires");

    expiry = TimeToLiveStatus.DISABLING;
    assertThat(frozen()).isPresent();
    assertThat(sent(UpdateTimeToLiveRequest.class)).hasSize(1);
  }

  @Test
  void freeze_expiryMayNotBeChangedYet_isWaitedForAndOtherFailuresAreNot() {
    expiry = TimeToLiveStatus.ENABLED;
    noUpdate = failure("ValidationException", "in words that nobody here knows");
    assertThat(frozen()).get().asString().contains("once an hour", "words that nobody here knows");

    noUpdate = failure("InternalServerError");
    assertThatThrownBy(this::frozen).isSameAs(noUpdate);
  }
}
