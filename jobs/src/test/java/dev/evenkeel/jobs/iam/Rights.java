package dev.evenkeel.jobs.iam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.iam.Calls.Call;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Holds what was sent against the policy: nothing is missing in it, and nothing is for nothing. */
public final class Rights {
  public static final Account ACCOUNT = new Account("aws", "eu-central-1", "123456789012");

  private Rights() {}

  /**
   * Checks both ways.
   *
   * @param unused actions that this engine has no use for, and AWS has
   */
  public static void check(Configuration configuration, Collection<Call> sent, Set<String> unused) {
    check(of(configuration), sent, unused);
  }

  /** The same of a policy. */
  public static void check(Policy policy, Collection<Call> sent, Set<String> unused) {
    List<Statement> statements = policy.statements();
    assertThat(sent).allMatch(call -> allow(statements, call));
    for (Statement right : statements) {
      for (String action : right.actions()) {
        boolean isUsed =
            sent.stream().anyMatch(call -> covers(action, call.action()) && allows(right, call));
        assertThat(isUsed || unused.contains(action)).as(right.sid() + " " + action).isTrue();
      }
    }
  }

  public static Policy of(Configuration configuration) {
    return Policy.of(configuration, ACCOUNT);
  }

  /** A key of the account. */
  static String key(String id) {
    return "arn:aws:kms:eu-central-1:123456789012:key/" + id;
  }

  static boolean allow(List<Statement> statements, Call call) {
    return statements.stream().anyMatch(right -> allows(right, call));
  }

  private static boolean allows(Statement right, Call call) {
    return right.actions().stream().anyMatch(action -> covers(action, call.action()))
        && right.resources().stream().anyMatch(resource -> covers(resource, call.resource()));
  }

  /** AWS, "IAM JSON policy elements: Resource": {@code *} is any text, {@code ?} a character. */
  private static boolean covers(String pattern, String resource) {
    String regex =
        Pattern.compile("[^*?]+")
            .matcher(pattern)
            .replaceAll(plain -> Matcher.quoteReplacement(Pattern.quote(plain.group())))
            .replace("*", ".*")
            .replace("?", ".");
    return resource.matches(regex);
  }
}
