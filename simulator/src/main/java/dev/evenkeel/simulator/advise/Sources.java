package dev.evenkeel.simulator.advise;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The sources of rules, and the wording of findings. */
final class Sources {
  static final String PARTITIONS =
      "AWS, Best practices for tables, \"Understand partition behavior\"";
  static final String KEY_TABLE = "AWS, Best practices for tables, \"Choosing a partition key\"";
  static final String CACHE = "AWS, Best practices for tables, \"Cache popular items\"";
  static final String ANTIPATTERNS =
      "AWS, Choosing the right DynamoDB partition key, \"Antipatterns for partition keys\"";
  static final String FORMULA =
      "AWS, Choosing the right DynamoDB partition key, \"Recommendations for partition keys\"";
  static final String ITEM_SIZE =
      "AWS, Working with tables in DynamoDB, \"Item size calculations\"";
  static final String SETS =
      "AWS, Best practices for items, \"Use one-to-many tables instead of large set attributes\"";
  static final String VALUES =
      "AWS, Best practices for items, \"Compress large attribute values\" and those behind it";

  private Sources() {}

  static String format(String text, Object... numbers) {
    return String.format(Locale.ROOT, text, numbers);
  }

  /** Such as 1 item, or 2 items. */
  static String count(long number, String thing) {
    return format("%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  /** The first few, and the number of the others. */
  static <A> String list(List<A> attributes, Function<A, String> text) {
    int max = AdvisorRules.ATTRIBUTES_LISTED_MAX;
    String listed = attributes.stream().limit(max).map(text).collect(Collectors.joining("; "));
    int rest = attributes.size() - max;
    return rest > 0 ? listed + format("; and %d more", rest) : listed;
  }
}
