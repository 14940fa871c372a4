package dev.evenkeel.core.internal.operation;

import org.jspecify.annotations.Nullable;

/**
 * A table as a request names it: by plain name, or by ARN, which also says where the table is.
 *
 * <p>DynamoDB takes the ARN of a table wherever it takes its name ("TableName: The name of the
 * table ... You can also provide the Amazon Resource Name (ARN) of the table in this parameter",
 * DynamoDB API Reference). The ARN of something that belongs to a table (an index, a stream, a
 * backup, an export, an import) names that table too.
 *
 * @param name the plain name
 * @param region from the ARN; null if named plainly
 * @param account from the ARN; null if named plainly
 */
public record TableName(String name, @Nullable String region, @Nullable String account) {
  /** The most characters of a name: Developer Guide, "Naming rules". */
  public static final int LENGTH_MAX = 255;

  private static final int LENGTH_MIN = 3;
  private static final String ARN_PREFIX = "arn:";
  private static final String TABLE_RESOURCE = "table/";

  public TableName {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("table name must not be empty");
    }
  }

  /** Whether a table may have the name. */
  public static boolean isName(String text) {
    return text.length() >= LENGTH_MIN
        && text.length() <= LENGTH_MAX
        && PartiQlTableNames.isOneName(text);
  }

  /** Whether the text is an ARN. No table name is: a name holds no colon. Allocates nothing. */
  public static boolean isArn(String nameOrArn) {
    return nameOrArn.startsWith(ARN_PREFIX);
  }

  /**
   * Reads a name or an ARN.
   *
   * @throws IllegalArgumentException if the text is empty, or an ARN that names no DynamoDB table
   */
  public static TableName parse(String nameOrArn) {
    TableName table = isArn(nameOrArn) ? ofArn(nameOrArn) : new TableName(nameOrArn, null, null);
    if (table == null) {
      throw new IllegalArgumentException(
          "'%s' does not name a DynamoDB table; the form is %s"
              .formatted(nameOrArn, "arn:PARTITION:dynamodb:REGION:ACCOUNT:table/NAME"));
    }
    return table;
  }

  /** Reads {@code arn:PARTITION:dynamodb:REGION:ACCOUNT:table/NAME[/...]}; null if it is not. */
  static @Nullable TableName ofArn(String arn) {
    int partition = ARN_PREFIX.length();
    int service = fieldAfter(arn, partition);
    int region = fieldAfter(arn, service);
    int account = fieldAfter(arn, region);
    int resource = fieldAfter(arn, account);
    if (resource < 0
        || !arn.startsWith("dynamodb:", service)
        || !arn.startsWith(TABLE_RESOURCE, resource)) {
      return null;
    }
    String name = firstSegment(arn, resource + TABLE_RESOURCE.length());
    return name.isEmpty()
        ? null
        : new TableName(
            name, arn.substring(region, account - 1), arn.substring(account, resource - 1));
  }

  private static int fieldAfter(String arn, int from) {
    int colon = from < 0 ? -1 : arn.indexOf(':', from);
    return colon < 0 ? -1 : colon + 1;
  }

  private static String firstSegment(String arn, int from) {
    int end = arn.indexOf('/', from);
    return end < 0 ? arn.substring(from) : arn.substring(from, end);
  }
}
