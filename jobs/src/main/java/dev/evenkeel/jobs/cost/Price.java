package dev.evenkeel.jobs.cost;

import java.util.Locale;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.s3.model.StorageClass;
import software.amazon.awssdk.services.s3.model.Tier;

/**
 * The name of a price, as price files have it. Its last word says what it is for.
 *
 * @param key such as {@code dynamodb.standard.readRequestMillion}
 */
public record Price(String key) {
  /** A read unit of a request on demand, of the standard class. */
  public static final Price READ_REQUESTS = readRequests(TableClass.STANDARD);

  /** A write unit of a request on demand, of the standard class. */
  public static final Price WRITE_REQUESTS = writeRequests(TableClass.STANDARD);

  /** A provisioned read unit for an hour, of the standard class. */
  public static final Price READ_UNIT_HOUR = readUnitHour(TableClass.STANDARD);

  /** A provisioned write unit for an hour, of the standard class. */
  public static final Price WRITE_UNIT_HOUR = writeUnitHour(TableClass.STANDARD);

  /** An export of a table to S3. */
  public static final Price EXPORT = new Price("dynamodb.backup.exportGb");

  /** A page of a listing of a bucket. */
  public static final Price LIST = new Price("s3.STANDARD.listThousand");

  private static final double GIB = 1L << 30;

  public static Price readRequests(TableClass of) {
    return new Price(table(of) + "readRequestMillion");
  }

  public static Price writeRequests(TableClass of) {
    return new Price(table(of) + "writeRequestMillion");
  }

  public static Price readUnitHour(TableClass of) {
    return new Price(table(of) + "readUnitHour");
  }

  public static Price writeUnitHour(TableClass of) {
    return new Price(table(of) + "writeUnitHour");
  }

  /** A table's bytes for a month. */
  public static Price storage(TableClass of) {
    return new Price(table(of) + "storageGbMonth");
  }

  private static String table(TableClass of) {
    return of == TableClass.STANDARD_INFREQUENT_ACCESS
        ? "dynamodb.infrequentAccess."
        : "dynamodb.standard.";
  }

  /** Objects' bytes for a month. */
  public static Price storage(StorageClass of) {
    return new Price("s3.%s.storageGbMonth".formatted(of));
  }

  public static Price put(StorageClass of) {
    return new Price("s3.%s.putThousand".formatted(of));
  }

  public static Price get(StorageClass of) {
    return new Price("s3.%s.getThousand".formatted(of));
  }

  /** Bytes that are read out of a class at once. */
  public static Price retrieval(StorageClass of) {
    return new Price("s3.%s.retrievalGb".formatted(of));
  }

  /** Bytes that S3 restores from an archive class. */
  public static Price retrieval(StorageClass of, Tier tier) {
    return new Price("s3.%s.%sRetrievalGb".formatted(of, tier.name().toLowerCase(Locale.ROOT)));
  }

  /** Files that S3 restores from an archive class. */
  public static Price retrievalRequest(StorageClass of, Tier tier) {
    return new Price(
        "s3.%s.%sRetrievalThousand".formatted(of, tier.name().toLowerCase(Locale.ROOT)));
  }

  /** How much is paid by one price. */
  double lot() {
    return key.endsWith("Million")
        ? 1e6
        : key.endsWith("Thousand") ? 1e3 : key.matches(".*Gb(Month)?") ? GIB : 1;
  }

  /** What is counted, in the plural. */
  public String unit() {
    String last = key.substring(key.lastIndexOf('.') + 1);
    return switch (last) {
      case "readRequestMillion" -> "read units";
      case "writeRequestMillion" -> "write units";
      case "readUnitHour" -> "provisioned read units";
      case "writeUnitHour" -> "provisioned write units";
      case "putThousand" -> "PUTs";
      case "getThousand" -> "GETs";
      case "listThousand" -> "LISTs";
      default -> last.endsWith("Thousand") ? "retrievals" : "bytes";
    };
  }
}
