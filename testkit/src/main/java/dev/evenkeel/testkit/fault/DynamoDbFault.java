package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A fault that only DynamoDB has. */
abstract sealed class DynamoDbFault extends Fault
    permits DynamoDbFault.EmptyPageFault,
        DynamoDbFault.ShortPageFault,
        DynamoDbFault.StaleReadFault,
        DynamoDbFault.ThrottleFault,
        TransactionFault,
        UnprocessedFault {
  DynamoDbFault(String description) {
    super(description);
  }

  @Override
  final boolean appliesTo(Call call) {
    return call instanceof DynamoDbCall data && appliesTo(data);
  }

  @Override
  final CompletableFuture<Answer> inject(Call call, Injection injection) {
    return inject((DynamoDbCall) call, injection);
  }

  abstract boolean appliesTo(DynamoDbCall call);

  abstract CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection);

  /** See {@link Fault#emptyPage}. */
  static final class EmptyPageFault extends DynamoDbFault {
    private static final String START = "ExclusiveStartKey";

    EmptyPageFault() {
      super("emptyPage()");
    }

    @Override
    boolean appliesTo(DynamoDbCall call) {
      return ShortPageFault.PAGED.contains(call.operation()) && call.body().path(START).isObject();
    }

    @Override
    CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
      JsonNode request = call.body();
      ObjectNode page = Json.object().put("Count", 0).put("ScannedCount", 0);
      if (!request.path("Select").asText().equals("COUNT")) {
        page.putArray("Items");
      }
      page.set("LastEvaluatedKey", request.path(START));
      return CompletableFuture.completedFuture(Answer.madeUp(200, page));
    }
  }

  /** See {@link Fault#shortPage}. */
  static final class ShortPageFault extends DynamoDbFault {
    static final Set<String> PAGED = Set.of("Query", "Scan");

    private final int itemsMax;

    ShortPageFault(int itemsMax) {
      super("shortPage(" + itemsMax + ")");
      if (itemsMax < 1) {
        throw new IllegalArgumentException("itemsMax must be >= 1 but was " + itemsMax);
      }
      this.itemsMax = itemsMax;
    }

    @Override
    boolean appliesTo(DynamoDbCall call) {
      return PAGED.contains(call.operation())
          && call.body().path("Limit").asInt(Integer.MAX_VALUE) > itemsMax;
    }

    @Override
    CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
      ObjectNode body = call.body().deepCopy();
      return injection.server().send(call.withBody(body.put("Limit", itemsMax)));
    }
  }

  /** See {@link Fault#staleRead}. */
  static final class StaleReadFault extends DynamoDbFault {
    private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query", "Scan");
    private static final String CONSISTENT = "ConsistentRead";

    private final int writesBehind;

    StaleReadFault(int writesBehind) {
      super("staleRead(" + writesBehind + ")");
      if (writesBehind < 1) {
        throw new IllegalArgumentException("writesBehind must be >= 1 but was " + writesBehind);
      }
      this.writesBehind = writesBehind;
    }

    int writesBehind() {
      return writesBehind;
    }

    @Override
    boolean appliesTo(DynamoDbCall call) {
      return READS.contains(call.operation()) && !isConsistent(call.body());
    }

    private static boolean isConsistent(JsonNode body) {
      boolean consistent = body.path(CONSISTENT).asBoolean();
      for (JsonNode table : body.path("RequestItems")) {
        consistent |= table.path(CONSISTENT).asBoolean();
      }
      return consistent;
    }

    @Override
    CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
      return injection.past().send(call);
    }
  }

  /** See {@link Fault#throttled}. */
  static final class ThrottleFault extends DynamoDbFault {
    /** The prefix of the ARNs that DynamoDB Local gives its tables. */
    private static final String ARN_PREFIX = "arn:aws:dynamodb:ddblocal:000000000000:table/";

    private final ThrottleLimit limit;

    ThrottleFault(ThrottleLimit limit) {
      super("throttled(" + limit + ")");
      this.limit = limit;
    }

    @Override
    boolean appliesTo(DynamoDbCall call) {
      return !call.tables().isEmpty();
    }

    @Override
    CompletableFuture<Answer> inject(DynamoDbCall call, Injection injection) {
      String index = call.body().path("IndexName").asText();
      String reason =
          (index.isEmpty() ? "Table" : "Index")
              + (call.isWrite() ? "Write" : "Read")
              + limit.limitType();
      String suffix = index.isEmpty() ? "" : "/index/" + index;
      ArrayNode reasons = Json.array();
      for (String table : call.tables()) {
        reasons.addObject().put("reason", reason).put("resource", ARN_PREFIX + table + suffix);
      }
      ThrottleLimit.ExceptionShape shape = limit.shape();
      return CompletableFuture.completedFuture(
          Answer.error(
              400,
              shape.type(),
              shape.message(),
              Json.object().set(shape.reasonsField(), reasons)));
    }
  }
}
