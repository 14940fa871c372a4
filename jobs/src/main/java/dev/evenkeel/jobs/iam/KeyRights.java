package dev.evenkeel.jobs.iam;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rights on KMS keys: through the service that uses them with the caller's rights, and only
 * through it.
 */
final class KeyRights {
  /** AWS, "DynamoDB encryption at rest: usage notes", what a key is used for at a minimum. */
  static final List<String> USE_TABLES =
      List.of(
          "kms:Decrypt",
          "kms:DescribeKey",
          "kms:Encrypt",
          "kms:GenerateDataKey*",
          "kms:ReEncrypt*");

  /** The same for the creator of the table. */
  static final List<String> CREATE_TABLES =
      List.of(
          "kms:CreateGrant",
          "kms:Decrypt",
          "kms:DescribeKey",
          "kms:Encrypt",
          "kms:GenerateDataKey*",
          "kms:ReEncrypt*");

  /** AWS, "Using server-side encryption with AWS KMS keys": also the checksum of a HEAD. */
  static final List<String> READ_OBJECTS = List.of("kms:Decrypt");

  /** The same: parts are decrypted to become one object. */
  static final List<String> WRITE_OBJECTS = List.of("kms:Decrypt", "kms:GenerateDataKey");

  private KeyRights() {}

  /** The kinds of keys that need separate statements. */
  private record Way(String region, String alias) {}

  /**
   * Statements for keys, none for none.
   *
   * @param service such as {@code dynamodb}
   * @param keys by id, ARN, alias or alias ARN
   */
  static List<Statement> of(
      String sid, List<String> actions, String service, Collection<String> keys, Account account) {
    Map<Way, List<String>> ways = new LinkedHashMap<>();
    for (String key : keys) {
      String region = key.startsWith("arn:") ? key.split(":", 6)[3] : account.region();
      int alias = key.indexOf("alias/");
      Way way = new Way(region, alias < 0 ? "" : key.substring(alias));
      ways.computeIfAbsent(way, any -> new ArrayList<>()).add(account.key(key));
    }
    List<Statement> all = new ArrayList<>();
    ways.forEach(
        (way, arns) -> {
          Statement statement =
              Statement.of(sid + (all.isEmpty() ? "" : all.size() + 1), actions, arns)
                  .when(
                      "StringEquals",
                      "kms:ViaService",
                      "%s.%s.amazonaws.com".formatted(service, way.region));
          all.add(
              way.alias.isEmpty()
                  ? statement
                  : statement.when("ForAnyValue:StringEquals", "kms:ResourceAliases", way.alias));
        });
    return all;
  }

  /** The keys with which objects are encrypted. */
  static List<String> of(Collection<BucketSpec> buckets) {
    return buckets.stream()
        .map(BucketSpec::encryption)
        .filter(ObjectEncryption.Kms.class::isInstance)
        .map(encryption -> ((ObjectEncryption.Kms) encryption).keyId())
        .distinct()
        .toList();
  }
}
