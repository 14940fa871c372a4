package dev.evenkeel.timeseries.internal.plan.lifecycle;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Keeps items of a table as they are while it is archived. Clients of the series refuse writes by
 * themselves; where the engine has resource policies, a policy denies them to everybody else.
 * Expiry by TTL is switched off: otherwise DynamoDB would delete items between two scans.
 */
final class FreezeTable {
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

  private static final JsonFactory JSON = new JsonFactory();

  private FreezeTable() {}

  /**
   * The result of a freeze.
   *
   * @param isDenied whether a policy denies writes to everybody
   * @param waitsFor the reason to wait before all is done; null for none
   */
  record FreezeResult(boolean isDenied, @Nullable String waitsFor) {
    private static final FreezeResult DENIED = new FreezeResult(true, null);

    /** No policy denies writes, and none will. */
    private static final FreezeResult LEFT = new FreezeResult(false, null);

    /** A policy was probably put. */
    private static final FreezeResult UNKNOWN_YET =
        new FreezeResult(false, "its new resource policy is not visible everywhere yet");
  }

  /** Freezes as far as possible. */
  static Flow<FreezeResult> freeze(RunContext context, TableDescription table) {
    return denied(context, table)
        .then(
            denial ->
                denial.waitsFor() != null
                    ? Flow.of(denial)
                    : expiryOff(table)
                        .map(waits -> new FreezeResult(denial.isDenied(), waits.orElse(null))));
  }

  private static Flow<FreezeResult> denied(RunContext context, TableDescription table) {
    return policy(table)
        .map(
            answer ->
                isOurs(answer)
                    ? FreezeResult.DENIED
                    : noted(context, table, "it has a resource policy already"))
        .recover(PolicyNotFoundException.class, failure -> deny(table))
        // The archive is verified in any case; the policy only makes it likelier to succeed.
        .recover(
            failure -> Refusals.isUnsupported(failure) || ErrorCode.isDenied(failure),
            failure -> Flow.of(noted(context, table, Refusals.text(failure))));
  }

  /**
   * Reads of policies lag: a put may meet one that a moment ago was not there, ours most likely.
   */
  private static Flow<FreezeResult> deny(TableDescription table) {
    PutResourcePolicyRequest request =
        PutResourcePolicyRequest.builder()
            .resourceArn(table.tableArn())
            .policy(DENIAL.formatted(SID, table.tableArn()))
            .expectedRevisionId(NO_POLICY)
            .build();
    return TableCall.putPolicy(request)
        .map(answer -> FreezeResult.DENIED)
        .recover(PolicyNotFoundException.class, failure -> Flow.of(FreezeResult.UNKNOWN_YET));
  }

  /** Whether a policy of ours denies writes; asks and changes nothing. */
  static Flow<Boolean> isDenied(TableDescription table) {
    return policy(table)
        .map(FreezeTable::isOurs)
        .recover(PolicyNotFoundException.class, failure -> Flow.of(false));
  }

  private static Flow<GetResourcePolicyResponse> policy(TableDescription table) {
    return TableCall.getPolicy(
        GetResourcePolicyRequest.builder().resourceArn(table.tableArn()).build());
  }

  private static boolean isOurs(GetResourcePolicyResponse answer) {
    return sids(answer.policy()).contains(SID);
  }

  /** Removes our own policy, unless others added statements to it. */
  static Flow<Done> lift(RunContext context, TableDescription table) {
    return policy(table)
        .then(answer -> lift(context, table, answer))
        .recover(PolicyNotFoundException.class, failure -> Flow.done())
        .recover(Refusals::isUnsupported, failure -> Flow.done())
        .recover(
            ErrorCode::isDenied,
            failure -> {
              context.note(
                  "items may come to table '%s' again, and its resource policy, which may deny them, is not taken off: %s"
                      .formatted(table.tableName(), Refusals.text(failure)));
              return Flow.done();
            });
  }

  private static Flow<Done> lift(
      RunContext context, TableDescription table, GetResourcePolicyResponse policy) {
    List<String> sids = sids(policy.policy());
    if (!sids.contains(SID)) {
      return Flow.done();
    }
    if (sids.size() > 1) {
      context.note(
          "items may come to table '%s' again, and its resource policy denies them; others have put statements of theirs into it, so it is not taken off: take statement '%s' out of it"
              .formatted(table.tableName(), SID));
      return Flow.done();
    }
    DeleteResourcePolicyRequest request =
        DeleteResourcePolicyRequest.builder()
            .resourceArn(table.tableArn())
            .expectedRevisionId(policy.revisionId())
            .build();
    return TableCall.deletePolicy(request).map(answer -> Done.DONE);
  }

  /**
   * The id of each statement of a policy, empty for one without. A policy may have one statement
   * that is in no list. A text that cannot be read has none, so that it is taken for somebody
   * else's.
   */
  private static List<String> sids(String policy) {
    List<String> sids = new ArrayList<>();
    try (JsonParser json = JSON.createParser(policy)) {
      JsonToken unused = json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isStatement = json.currentName().equals("Statement");
        JsonToken value = json.nextToken();
        if (isStatement && value == JsonToken.START_OBJECT) {
          sids.add(sid(json));
        } else if (isStatement && value == JsonToken.START_ARRAY) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            sids.add(sid(json));
          }
        } else {
          json.skipChildren();
        }
      }
      return sids;
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String sid(JsonParser json) throws IOException {
    String sid = "";
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean isSid = json.currentName().equals("Sid");
      if (json.nextToken() == JsonToken.VALUE_STRING && isSid) {
        sid = json.getText();
      }
      json.skipChildren();
    }
    return sid;
  }

  private static FreezeResult noted(RunContext context, TableDescription table, String why) {
    context.note(
        "writes to table '%s' by others than clients of the series are not denied: %s"
            .formatted(table.tableName(), why));
    return FreezeResult.LEFT;
  }

  private static Flow<Optional<String>> expiryOff(TableDescription table) {
    return TableCall.describeTimeToLive(table.tableName())
        .then(answer -> expiry(table, answer.timeToLiveDescription()))
        .recover(Refusals::isUnsupported, failure -> Flow.of(Optional.empty()));
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
    return SettingUpdates.expire(table.tableName(), expiry.attributeName(), false)
        .map(answer -> waits)
        .recover(
            ErrorCode::isInvalid,
            failure ->
                Flow.of(
                    Optional.of(
                        "the expiry of its items cannot be switched off yet, for it may be changed once an hour: "
                            + Refusals.text(failure))));
  }
}
