package dev.evenkeel.jobs.iam;

/**
 * Where tables and buckets are.
 *
 * @param partition such as {@code aws}
 * @param region of the tables
 * @param id 12 digits
 */
public record Account(String partition, String region, String id) {
  /** The ARN of a table, or of those that a pattern names; an ARN is one already. */
  String table(String nameOrArn) {
    return nameOrArn.startsWith("arn:")
        ? nameOrArn
        : "arn:%s:dynamodb:%s:%s:table/%s".formatted(partition, region, id, nameOrArn);
  }

  /** The ARN of a role, by name with its path, or by ARN. */
  String role(String nameOrArn) {
    return nameOrArn.startsWith("arn:")
        ? nameOrArn
        : "arn:%s:iam::%s:role/%s".formatted(partition, id, nameOrArn);
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
