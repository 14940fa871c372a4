package dev.evenkeel.jobs.cost;

import dev.evenkeel.jobs.cost.CostLine.Per;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.Tier.Provisioned;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.ObservedUnits;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reclass;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.model.StorageClass;
import software.amazon.awssdk.services.s3.model.Tier;

/**
 * What actions on period tables cost, each after those that were added before it. Amounts an hour
 * and a month are changes: less is negative.
 */
public final class SeriesCosts {
  private static final String UNSEEN = "the table may not be described, or is not there";

  private final Costs costs;
  private final Map<String, Resize> resizes = new HashMap<>();

  public SeriesCosts(Costs costs) {
    this.costs = costs;
  }

  /**
   * Adds an action.
   *
   * @param table as it is; null if it is not there or may not be seen
   */
  public void action(TimeSeriesSpec spec, TableAction action, @Nullable TableDescription table) {
    if (action instanceof Build build) {
      build(build.tableName(), spec.template().request());
    } else if (action instanceof Resize resize) {
      resize(resize, table);
    } else if (action instanceof Reclass reclass) {
      reclass(reclass, table);
    } else if (action instanceof Archive archive) {
      ArchivePolicy policy = spec.archive();
      if (policy != null) {
        archive(archive.tableName(), policy, spec.template().isPointInTimeRecovery(), table);
      }
    } else if (action instanceof Delete delete) {
      delete(delete.tableName(), table);
    }
  }

  private void build(String name, CreateTableRequest template) {
    TableClass of = template.tableClass() == null ? TableClass.STANDARD : template.tableClass();
    if (template.provisionedThroughput() == null) {
      costs.unknown(name + ", requests", Per.MONTH, null, "it is billed by request");
    } else {
      long reads = template.provisionedThroughput().readCapacityUnits();
      long writes = template.provisionedThroughput().writeCapacityUnits();
      for (GlobalSecondaryIndex index : template.globalSecondaryIndexes()) {
        reads += index.provisionedThroughput().readCapacityUnits();
        writes += index.provisionedThroughput().writeCapacityUnits();
      }
      units(name, of, reads, writes);
    }
    if (template.warmThroughput() != null) {
      costs.unknown(
          name + ", warm throughput",
          Per.ONCE,
          Price.writeUnitHour(of),
          "it is not known how warm DynamoDB makes a new table");
    }
  }

  private void units(String name, TableClass of, long reads, long writes) {
    costs.add(name + ", capacity", Per.HOUR, (double) reads, Price.readUnitHour(of));
    costs.add(name + ", capacity", Per.HOUR, (double) writes, Price.writeUnitHour(of));
  }

  private void resize(Resize resize, @Nullable TableDescription table) {
    String name = resize.tableName();
    if (table == null) {
      costs.unknown(name + ", capacity", Per.HOUR, null, UNSEEN);
      return;
    }
    ObservedTable now = ObservedTable.of(table, Ownership.UNKNOWN);
    if (now.units() != null && !(resize.capacity() instanceof Provisioned)) {
      costs.unknown(name + ", requests", Per.MONTH, null, "it is billed by request then");
    }
    Units had = Units.of(now);
    Units then = Units.after(resize, now);
    units(name, now.tableClass(), then.reads - had.reads, then.writes - had.writes);
    resizes.put(name, resize);
  }

  /** What a table and its indexes have together; none on demand. */
  private record Units(long reads, long writes) {
    static Units of(ObservedTable table) {
      return of(table.units()).plus(table.indexes().values());
    }

    /** What a resize leaves alone stays. */
    static Units after(Resize resize, ObservedTable table) {
      Map<String, ObservedUnits> left = new HashMap<>(table.indexes());
      left.keySet().removeAll(resize.indexes().keySet());
      Units units = of(resize.capacity()).plus(left.values());
      for (Capacity index : resize.indexes().values()) {
        units = units.plus(of(index));
      }
      return units;
    }

    private static Units of(@Nullable ObservedUnits units) {
      return units == null ? new Units(0, 0) : new Units(units.readUnits(), units.writeUnits());
    }

    private static Units of(Capacity capacity) {
      return capacity instanceof Provisioned units
          ? new Units(units.readUnits(), units.writeUnits())
          : new Units(0, 0);
    }

    private Units plus(Units other) {
      return new Units(reads + other.reads, writes + other.writes);
    }

    private Units plus(Collection<ObservedUnits> others) {
      Units sum = this;
      for (ObservedUnits other : others) {
        sum = sum.plus(of(other));
      }
      return sum;
    }
  }

  private void reclass(Reclass reclass, @Nullable TableDescription table) {
    String what = reclass.tableName() + ", storage";
    Long bytes = table == null ? null : table.tableSizeBytes();
    if (table == null || bytes == null) {
      costs.unknown(what, Per.MONTH, Price.storage(reclass.tableClass()), UNSEEN);
      return;
    }
    ObservedTable now = ObservedTable.of(table, Ownership.UNKNOWN);
    TableClass had = now.tableClass();
    Resize resize = resizes.get(reclass.tableName());
    if (resize == null ? now.units() == null : !(resize.capacity() instanceof Provisioned)) {
      costs.unknown(
          reclass.tableName() + ", requests", Per.MONTH, null, "another class has other prices");
    } else {
      Units units = resize == null ? Units.of(now) : Units.after(resize, now);
      units(reclass.tableName(), reclass.tableClass(), units.reads, units.writes);
      units(reclass.tableName(), had, -units.reads, -units.writes);
    }
    costs.add(what, Per.MONTH, (double) bytes, Price.storage(reclass.tableClass()));
    costs.add(what, Per.MONTH, -(double) bytes, Price.storage(had));
  }

  private void delete(String name, @Nullable TableDescription table) {
    if (table == null) {
      costs.unknown(name + ", capacity and storage", Per.MONTH, null, UNSEEN);
      return;
    }
    ObservedTable now = ObservedTable.of(table, Ownership.UNKNOWN);
    if (now.units() != null) {
      Units units = Units.of(now);
      units(name, now.tableClass(), -units.reads, -units.writes);
    }
    if (table.tableSizeBytes() != null) {
      costs.add(
          name + ", storage",
          Per.MONTH,
          -(double) table.tableSizeBytes(),
          Price.storage(now.tableClass()));
    }
  }

  /**
   * Adds an archive. Its files are compressed, so that what they take is an upper bound.
   *
   * @param isRecoverable whether the table has point-in-time recovery, which an export needs
   */
  void archive(
      String name, ArchivePolicy policy, boolean isRecoverable, @Nullable TableDescription table) {
    Long bytes = table == null ? null : table.tableSizeBytes();
    if (table == null || bytes == null) {
      costs.unknown(name + ", archive", Per.ONCE, null, UNSEEN);
      return;
    }
    boolean isExport = policy.mayExport() && isRecoverable;
    if (isExport) {
      costs.add(name + ", export", Per.ONCE, (double) bytes, Price.EXPORT);
    }
    if (!isExport || policy.verifiesExportByScan()) {
      costs.scans(name + ", scans", isExport ? 1 : 2, bytes, table);
    }
    StorageClass of = policy.dataClass() == null ? StorageClass.STANDARD : policy.dataClass();
    if (isExport) {
      costs.unknown(name + ", files", Per.ONCE, null, "DynamoDB decides how many there are");
    } else {
      costs.add(name + ", files at most", Per.ONCE, files(policy, bytes), Price.put(of));
    }
    costs.add(name + ", files at most", Per.MONTH, (double) bytes, Price.storage(of));
  }

  /** Data files, and three manifests. */
  private static double files(ArchivePolicy policy, long bytes) {
    Integer configured = policy.segments();
    long segments = configured == null ? Math.max(4, (bytes >> 30) + 1) : configured;
    return Math.ceil((double) bytes / policy.fileBytes()) + segments + 3;
  }

  /**
   * Adds a restore.
   *
   * @param of the class of the data files
   * @param tier the retrieval tier of files of an archive class
   */
  public void restore(
      ArchivedTable archive, StorageClass of, Tier tier, CreateTableRequest template) {
    String name = archive.tableName();
    boolean isFrozen = of == StorageClass.GLACIER || of == StorageClass.DEEP_ARCHIVE;
    if (isFrozen) {
      costs.add(
          name + ", retrieval", Per.ONCE, (double) archive.bytes(), Price.retrieval(of, tier));
      costs.unknown(
          name + ", retrieval",
          Per.ONCE,
          Price.retrievalRequest(of, tier),
          "the files are not counted here");
    } else if (costs.prices().of(Price.retrieval(of)) != null) {
      costs.add(name + ", two reads", Per.ONCE, 2.0 * archive.bytes(), Price.retrieval(of));
    }
    costs.unknown(name + ", two reads", Per.ONCE, Price.get(of), "the files are not counted here");
    TableClass table = template.tableClass() == null ? TableClass.STANDARD : template.tableClass();
    if (template.provisionedThroughput() == null) {
      costs.add(
          name + ", writes at least",
          Per.ONCE,
          (double) archive.items(),
          Price.writeRequests(table));
    } else {
      build(name, template);
    }
  }
}
