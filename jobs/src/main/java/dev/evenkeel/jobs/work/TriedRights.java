package dev.evenkeel.jobs.work;

import dev.evenkeel.jobs.iam.Account;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.iam.Statement;
import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.report.DoctorReport.Check;
import dev.evenkeel.jobs.report.DoctorReport.State;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** The rights that jobs need: reads are tried, and what could change something is not. */
final class TriedRights {
  /** Requests name tables and buckets, and no account. */
  static final Account ACCOUNT = new Account("aws", "*", "*");

  private static final String TABLES = "arn:aws:dynamodb:*:*:table/";
  private static final String BUCKETS = "arn:aws:s3:::";
  private static final String NO_OBJECT = "evenkeel-doctor";

  private final TriedTable tables;
  private final @Nullable S3Client s3;
  private final @Nullable ScalableTargets targets;
  private final List<ObservedTable> latestFirst;
  private final Map<String, Answer> answers = new HashMap<>();

  /** The result; a text if a right is missing. */
  private record Answer(State state, String text) {
    static final Answer GRANTED = new Answer(State.OK, "");
    static final Answer UNTRIED = new Answer(State.UNTRIED, "");
  }

  /**
   * A check of rights; nothing is sent yet.
   *
   * @param s3 null if nothing is in a bucket
   * @param targets null if scalable targets are not looked up
   * @param seen the period tables that are there
   */
  TriedRights(
      DynamoDbClient client,
      @Nullable S3Client s3,
      @Nullable ScalableTargets targets,
      List<ObservedTable> seen) {
    this.tables = new TriedTable(client);
    this.s3 = s3;
    this.targets = targets;
    this.latestFirst =
        seen.stream().sorted(Comparator.comparing(ObservedTable::name).reversed()).toList();
  }

  /** The checks of a policy, one for each statement. */
  List<Check> checks(Policy policy) {
    return policy.statements().stream().map(this::check).toList();
  }

  private Check check(Statement right) {
    List<String> findings = new ArrayList<>();
    List<String> untried = new ArrayList<>();
    for (String action : right.actions()) {
      List<Answer> all =
          right.resources().stream().map(resource -> answer(action, resource)).toList();
      all.stream()
          .filter(one -> one.state() == State.WRONG)
          .map(Answer::text)
          .forEach(findings::add);
      if (all.contains(Answer.UNTRIED)) {
        untried.add(action);
      }
    }
    State state = !findings.isEmpty() ? State.WRONG : untried.isEmpty() ? State.OK : State.UNTRIED;
    if (state == State.WRONG) {
      findings.add("'evenkeel iam' prints the policy");
    }
    if (!untried.isEmpty()) {
      findings.add("not tried: " + String.join(", ", untried));
    }
    return new Check(
        "rights " + right.sid(),
        state,
        findings.isEmpty() ? "tried and granted" : String.join("; ", findings));
  }

  private Answer answer(String action, String resource) {
    return answers.computeIfAbsent(action + " " + resource, any -> tried(action, resource));
  }

  private Answer tried(String action, String resource) {
    try {
      return isTried(action, resource) ? Answer.GRANTED : Answer.UNTRIED;
    } catch (PolicyNotFoundException | NoSuchKeyException e) {
      return Answer.GRANTED;
    } catch (SdkException e) {
      return Causes.isDenied(e)
          ? new Answer(State.WRONG, "%s on %s is denied".formatted(action, shortened(resource)))
          : Answer.UNTRIED;
    } catch (JobException e) {
      return new Answer(State.WRONG, String.valueOf(e.getMessage()));
    }
  }

  private static String shortened(String resource) {
    return resource.startsWith(TABLES)
        ? resource.substring(TABLES.length())
        : resource.replace(BUCKETS, "");
  }

  /** False if it is not one to be tried, or there is nothing to try it on. */
  private boolean isTried(String action, String resource) {
    String name = action.substring(action.indexOf(':') + 1);
    if (action.startsWith("s3:")) {
      return isTriedOnBucket(name, resource.substring(BUCKETS.length()));
    }
    if (action.startsWith("application-autoscaling:")) {
      return isTriedOnTargets();
    }
    String table = action.startsWith("dynamodb:") ? table(resource) : null;
    return table != null && tables.isTried(name, table);
  }

  /** Null if there is none yet of that pattern. */
  private @Nullable String table(String resource) {
    String name = resource.startsWith(TABLES) ? resource.substring(TABLES.length()) : resource;
    if (!name.contains("?")) {
      return name;
    }
    Pattern pattern = Pattern.compile("\\Q" + name.replace("?", "\\E.\\Q") + "\\E");
    return latestFirst.stream()
        .map(ObservedTable::name)
        .filter(pattern.asMatchPredicate())
        .findFirst()
        .orElse(null);
  }

  private boolean isTriedOnBucket(String action, String resource) {
    if (s3 == null) {
      return false;
    }
    String bucket = resource.split("/", 2)[0];
    switch (action) {
      case "ListBucket" -> s3.listObjectsV2(r -> r.bucket(bucket).maxKeys(1));
      case "ListBucketMultipartUploads" ->
          s3.listMultipartUploads(r -> r.bucket(bucket).maxUploads(1));
      case "GetObject" -> {
        String key = resource.substring(bucket.length() + 1).replace("*", NO_OBJECT);
        s3.getObject(r -> r.bucket(bucket).key(key)).abort();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean isTriedOnTargets() {
    if (targets == null || latestFirst.isEmpty()) {
      return false;
    }
    targets.among(latestFirst.subList(0, 1)).toCompletableFuture().join();
    return true;
  }
}
