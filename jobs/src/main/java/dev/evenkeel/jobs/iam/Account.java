package dev.evenkeel.jobs.iam;

import dev.evenkeel.core.internal.operation.TableName;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where tables and buckets are.
 *
 * @param partition such as {@code aws}
 * @param region of the tables
 * @param id 12 digits
 */
public record Account(String partition, String region, String id) {
  private static final Pattern TABLE =
      Pattern.compile("arn:[a-z-]+:dynamodb:[a-z0-9-]+:[0-9]{12}:table/(.+)");
  private static final Pattern PRINCIPAL = Pattern.compile("arn:[a-z-]+:iam::[^:]*:(role|user)/.+");
  private static final Pattern SESSION =
      Pattern.compile("arn:([a-z-]+):sts::([^:]*):assumed-role/([^/]+).*");

  /** Whether a text is the ARN of one table, and no pattern of several. */
  public static boolean isTable(String arn) {
    Matcher table = TABLE.matcher(arn);
    return table.matches() && TableName.isName(table.group(1));
  }

  /** The ARN of a table, or of those that a pattern names; an ARN is one already. */
  String table(String nameOrArn) {
    return nameOrArn.startsWith("arn:")
        ? nameOrArn
        : "arn:%s:dynamodb:%s:%s:table/%s".formatted(partition, region, id, nameOrArn);
  }

  /**
   * The ARN of a role, by name with its path, or of a role or user by ARN.
   *
   * @throws IllegalArgumentException if it is the ARN of something else: a session of a role has
   *     one, which no policy compares with
   */
  String role(String nameOrArn) {
    if (!nameOrArn.startsWith("arn:")) {
      return "arn:%s:iam::%s:role/%s".formatted(partition, id, nameOrArn);
    }
    Matcher session = SESSION.matcher(nameOrArn);
    if (session.matches()) {
      throw new IllegalArgumentException(
          "'%s' is a session of a role, and policies name the role itself: give arn:%s:iam::%s:role/%s, with the role's path before its name if it has one"
              .formatted(nameOrArn, session.group(1), session.group(2), session.group(3)));
    }
    if (!PRINCIPAL.matcher(nameOrArn).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no ARN of a role, such as arn:%s:iam::%s:role/service"
              .formatted(nameOrArn, partition, id));
    }
    return nameOrArn;
  }

  /**
   * The same of a role that somebody assumes.
   *
   * @throws IllegalArgumentException if it is the ARN of something else, such as a user
   */
  String assumable(String nameOrArn) {
    String arn = role(nameOrArn);
    if (arn.contains(":user/")) {
      throw new IllegalArgumentException(
          "'%s' is a user, and only roles are assumed. Give the name or the ARN of the role"
              .formatted(nameOrArn));
    }
    return arn;
  }

  /**
   * The ARN of a topic.
   *
   * @throws IllegalArgumentException if it is none
   */
  static String topic(String arn) {
    if (!arn.matches("arn:[a-z-]+:sns:[^:]+:[0-9]{12}:[^:]+")) {
      throw new IllegalArgumentException(
          "'%s' is no ARN of a topic, such as arn:aws:sns:eu-central-1:123456789012:tables"
              .formatted(arn));
    }
    return arn;
  }

  /** The ARN of a bucket. */
  String bucket(String name) {
    return "arn:%s:s3:::%s".formatted(partition, name);
  }

  /** The ARN of a KMS key, by id, ARN, alias or alias ARN; of an alias, that of all keys there. */
  String key(String idOrArn) {
    int alias = idOrArn.indexOf(":alias/");
    if (idOrArn.startsWith("arn:")) {
      return alias < 0 ? idOrArn : idOrArn.substring(0, alias) + ":key/*";
    }
    return idOrArn.startsWith("alias/")
        ? "arn:%s:kms:%s:%s:key/*".formatted(partition, region, id)
        : "arn:%s:kms:%s:%s:key/%s".formatted(partition, region, id, idOrArn);
  }
}
