package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.TableCall;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/**
 * Keeps items of a table as they are while it is archived. Clients of the series refuse writes by
 * themselves; where the engine has resource policies, everybody else is denied them too. Expiry by
 * TTL is switched off: otherwise DynamoDB would delete items between two scans.
 */
final class Freezing {
  /** The statement's id: what a policy is known by. */
  private static final String SID = "EvenkeelFrozen";

  /** DynamoDB's word for a resource without a policy: API Reference, PutResourcePolicy. */
  private static final String NO_POLICY = "NO_POLICY";

  private static final String DENIAL =
      """
      {"Version":"2012-10-17","Statement":[{"Sid":"%s","Effect":"Deny","Principal":"*",\
      "Action":["dynamodb:PutItem","dynamodb:UpdateItem","dynamodb:DeleteItem",\
      "dynamodb:BatchWriteItem","dynamodb:PartiQLInsert","dynamodb:PartiQLUpdate",\
      "dynamodb:PartiQLDelete"],"Resource":"%s"}]}""";

  private Freezing() {}

  /**
   * Does what can be done.
   *
   * @return what has to be waited for, if anything
   */
  static Flow<Optional<String>> freeze(Workplace place, TableDescription table) {
    return denied(place, table)
        .then(
            isTold ->
                isTold
                    ? kept(table)
                    : Flow.of(Optional.of("its new resource policy is not told everywhere yet")));
  }

  /** Whether all that can be done is done. */
  private static Flow<Boolean> denied(Workplace place, TableDescription table) {
    GetResourcePolicyRequest request =
        GetResourcePolicyRequest.builder().resourceArn(table.tableArn()).build();
    return TableCall.getPolicy(request)
        .map(
            answer ->
                answer.policy().contains("\"" + SID + "\"")
                    || noted(place, table, "it has a resource policy already"))
        .recover(
            failure ->
                failure instanceof PolicyNotFoundException ? deny(table) : Flow.failed(failure))
        .recover(failure -> left(place, table, failure));
  }

  /**
   * Reads of policies lag: a put may meet one that a moment ago was not there, ours most likely.
   */
  private static Flow<Boolean> deny(TableDescription table) {
    PutResourcePolicyRequest request =
        PutResourcePolicyRequest.builder()
            .resourceArn(table.tableArn())
            .policy(DENIAL.formatted(SID, table.tableArn()))
            .expectedRevisionId(NO_POLICY)
            .build();
    return TableCall.putPolicy(request)
        .map(answer -> true)
        .recover(
            failure ->
                failure instanceof PolicyNotFoundException ? Flow.of(false) : Flow.failed(failure));
  }

  /** The archive is verified in any case; the policy only makes it likelier to succeed. */
  private static Flow<Boolean> left(Workplace place, TableDescription table, Throwable failure) {
    return Refusals.isUnsupported(failure) || Refusals.isDenied(failure)
        ? Flow.of(noted(place, table, Refusals.text(failure)))
        : Flow.failed(failure);
  }

  private static boolean noted(Workplace place, TableDescription table, String why) {
    place.note(
        "writes to table '%s' by others than clients of the series are not denied: %s"
            .formatted(table.tableName(), why));
    return true;
  }

  private static Flow<Optional<String>> kept(TableDescription table) {
    return TableCall.describeTimeToLive(
            DescribeTimeToLiveRequest.builder().tableName(table.tableName()).build())
        .then(answer -> expiry(table, answer.timeToLiveDescription()))
        .recover(
            failure ->
                Refusals.isUnsupported(failure) ? Flow.of(Optional.empty()) : Flow.failed(failure));
  }

  private static Flow<Optional<String>> expiry(
      TableDescription table, TimeToLiveDescription expiry) {
    TimeToLiveStatus status = expiry.timeToLiveStatus();
    if (status == null || status == TimeToLiveStatus.DISABLED) {
      return Flow.of(Optional.empty());
    }
    Optional<String> waits = Optional.of("the expiry of its items is being switched off");
    if (status != TimeToLiveStatus.ENABLED) {
      return Flow.of(waits);
    }
    UpdateTimeToLiveRequest request =
        UpdateTimeToLiveRequest.builder()
            .tableName(table.tableName())
            .timeToLiveSpecification(
                TimeToLiveSpecification.builder()
                    .attributeName(expiry.attributeName())
                    .enabled(false)
                    .build())
            .build();
    return TableCall.updateTimeToLive(request)
        .map(answer -> waits)
        .recover(
            failure ->
                Refusals.isChangedLately(failure)
                    ? Flow.of(
                        Optional.of(
                            "the expiry of its items was changed within the last hour, and cannot be switched off yet"))
                    : Flow.failed(failure));
  }
}
