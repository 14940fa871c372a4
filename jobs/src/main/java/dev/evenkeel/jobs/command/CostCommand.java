package dev.evenkeel.jobs.command;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.cost.BillLoad;
import dev.evenkeel.jobs.cost.MonthlyBill;
import dev.evenkeel.jobs.cost.MonthlyBill.Feature;
import dev.evenkeel.jobs.report.BillReport;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.Tier;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** What features change in the monthly bill. */
@Command(
    name = "cost",
    description = {
      "Tells what a load costs in a month on a plain table, and what sharding, large values outside"
          + " their items, a cache and period tables change in that. Sends nothing.",
      "",
      "The configuration has specs of period tables and of large values: --series and --chunking"
          + " read them. Specs of sharding and of caches are code: say their numbers. The load,"
          + " sizes, and what compression and a cache bring are always yours to say.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel cost --writes-per-second 5000 --item-bytes 1000 --query-pages-per-second 20 --shards 6",
      "  evenkeel cost --reads-per-second 900 --item-bytes 3000 --cache-hits 0.9",
      "  evenkeel cost --writes-per-second 10 --reads-per-second 100 --item-bytes 103424 --items 1000000 --value-bytes 102400 --compressed-to 0.3",
      "  evenkeel cost --writes-per-second 10 --item-bytes 103424 --value-bytes 102400 --chunking replies --config evenkeel.yaml",
      "  evenkeel cost --writes-per-second 600 --item-bytes 180 --series clicks --config evenkeel.yaml"
    })
final class CostCommand extends ReportCommand {
  @Mixin private final ConfigurationOption configuration = new ConfigurationOption();
  @Mixin private final PriceOptions prices = new PriceOptions();

  @Option(names = "--region", paramLabel = "REGION", description = "the region whose prices count")
  private @Nullable String region;

  @Option(names = "--writes-per-second", paramLabel = "COUNT", description = "puts, on average")
  private double writes;

  @Option(names = "--reads-per-second", paramLabel = "COUNT", description = "gets, on average")
  private double reads;

  @Option(
      names = "--query-pages-per-second",
      paramLabel = "COUNT",
      description = "pages of queries over a whole key, on average")
  private double pages;

  @Option(
      names = "--query-page-rows",
      paramLabel = "COUNT",
      defaultValue = "100",
      description = "rows of such a page; default ${DEFAULT-VALUE}")
  private int pageRows;

  @Option(
      names = "--item-bytes",
      paramLabel = "BYTES",
      required = true,
      description = "the size of an item, names and large values included")
  private long itemBytes;

  @Option(names = "--items", paramLabel = "COUNT", description = "how many are stored")
  private long items;

  @Option(names = "--shards", paramLabel = "COUNT", description = "with so many shards")
  private @Nullable Integer shards;

  @Option(
      names = "--value-bytes",
      paramLabel = "BYTES",
      description = "with so much of each item outside of it")
  private @Nullable Long valueBytes;

  @Option(
      names = "--compressed-to",
      paramLabel = "PART",
      defaultValue = "1",
      description = "the part of a value that compression leaves, such as 0.3; otherwise all")
  private double compressedTo;

  @Option(
      names = "--chunking",
      paramLabel = "TABLE",
      description = {
        "values go where the 'chunking' of this table in the configuration says: to chunks, or to",
        "S3 in the class STANDARD or --in-bucket. Needs --value-bytes"
      })
  private @Nullable String chunked;

  @Option(
      names = "--in-bucket",
      paramLabel = "CLASS",
      description = "values go to S3 in this storage class, such as STANDARD; otherwise to chunks")
  private @Nullable String bucket;

  @Option(
      names = "--cache-hits",
      paramLabel = "PART",
      description = "with a cache that answers this part of the gets, such as 0.9")
  private @Nullable Double hits;

  @Option(
      names = "--series",
      paramLabel = "NAME",
      description = "with the tiers, retention and archive of this series of the configuration")
  private @Nullable String series;

  @Override
  public Integer call() {
    return print(report());
  }

  private BillReport report() {
    Configuration read = series == null && chunked == null ? null : configuration.read();
    Path file = read == null ? null : read.prices();
    MonthlyBill bill =
        new MonthlyBill(
            new BillLoad(writes, reads, pages, pageRows, itemBytes, items),
            prices.of(new Connection(region, null, null), file));
    List<Feature> features = new ArrayList<>();
    if (shards != null) {
      features.add(bill.sharding(shards));
    }
    if (valueBytes != null) {
      for (Optional<StorageClass> place : places(read)) {
        features.add(bill.chunking(valueBytes, compressedTo, place.orElse(null)));
      }
    } else if (bucket != null || compressedTo != 1 || chunked != null) {
      throw new JobException(
          "--in-bucket, --chunking and --compressed-to are of --value-bytes. Add it.");
    }
    if (hits != null) {
      features.add(bill.caching(hits));
    }
    if (read != null && series != null) {
      features.add(periods(bill, read, series));
    }
    return new BillReport(bill.plain(), features);
  }

  /** Where values go, each place alone: the class of objects in S3, or none for chunks. */
  private List<Optional<StorageClass>> places(@Nullable Configuration read) {
    Optional<StorageClass> said = Optional.ofNullable(storageClass());
    if (read == null || chunked == null) {
      return List.of(said);
    }
    ChunkingSpec spec = read.chunked(chunked);
    if (spec == null) {
      throw new JobException(
          "%s: there is no 'chunking' of a table '%s'. Check the name."
              .formatted(read.file(), chunked));
    }
    List<Outside> places =
        spec.attributes().values().stream()
            .map(AttributePolicy::outside)
            .filter(place -> place != Outside.NOWHERE)
            .distinct()
            .sorted()
            .toList();
    if (places.isEmpty()) {
      throw new JobException(
          "%s: all values of '%s' stay in their items, so that only --item-bytes is less for them."
              .formatted(read.file(), chunked));
    }
    if (said.isPresent() && !places.contains(Outside.OBJECT)) {
      throw new JobException(
          "%s: no value of '%s' goes to S3. Leave out --in-bucket."
              .formatted(read.file(), chunked));
    }
    Optional<StorageClass> objects = Optional.of(said.orElse(StorageClass.STANDARD));
    return places.stream()
        .map(place -> place == Outside.OBJECT ? objects : Optional.<StorageClass>empty())
        .toList();
  }

  private @Nullable StorageClass storageClass() {
    if (bucket == null) {
      return null;
    }
    StorageClass of = StorageClass.fromValue(bucket);
    if (of == StorageClass.UNKNOWN_TO_SDK_VERSION) {
      throw new JobException("--in-bucket: S3 has no storage class '%s'.".formatted(bucket));
    }
    return of;
  }

  private static Feature periods(MonthlyBill bill, Configuration read, String name) {
    TimeSeriesSpec spec = read.series(name);
    if (spec == null) {
      throw new JobException(
          "%s: there is no series '%s'. Check the name.".formatted(read.file(), name));
    }
    Duration kept = spec.retention().age();
    if (kept == null) {
      throw new JobException(
          "%s: series '%s' has no 'retention', so that its storage grows for ever. Add one."
              .formatted(read.file(), name));
    }
    Duration standard =
        spec.tiers().stream()
            .filter(tier -> tier.tableClass() == TableClass.STANDARD_INFREQUENT_ACCESS)
            .map(Tier::age)
            .min(Comparator.naturalOrder())
            .orElse(null);
    ArchivePolicy archive = spec.archive();
    StorageClass archived =
        archive == null
            ? null
            : archive.dataClass() == null ? StorageClass.STANDARD : archive.dataClass();
    return bill.periods(kept, standard, archived);
  }
}
