package dev.evenkeel.timeseries.spec;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.objects.spec.BucketSpec;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.StorageClass;

/**
 * When and how the period tables of a series are archived in S3.
 *
 * <p>The layout is that of DynamoDB's own exports, below {@code <prefix>AWSDynamoDB/<export id>/},
 * so that ImportTable, Athena and Spark read it. Nothing there is ever replaced. Immutable.
 */
public final class ArchivePolicy {
  /** A data file is closed when it has so many compressed bytes, by default. */
  public static final int FILE_BYTES_DEFAULT = 8 * 1024 * 1024;

  /** The default number of segments that are read at a time. */
  public static final int SEGMENTS_IN_FLIGHT_DEFAULT = 4;

  private static final int FILE_BYTES_MIN = 1024;
  private static final int FILE_BYTES_MAX = 256 * 1024 * 1024;
  private static final int SEGMENTS_MAX = 10_000;

  private final Builder settings;

  private ArchivePolicy(Builder settings) {
    this.settings = settings;
  }

  /**
   * Starts a policy.
   *
   * @param bucket where archives go. Its storage class is that of the manifests; data files have it
   *     too unless {@link Builder#dataClass} is said
   */
  public static Builder builder(BucketSpec bucket) {
    return new Builder(requireNonNull(bucket));
  }

  /** Where archives go. */
  public BucketSpec bucket() {
    return settings.bucket;
  }

  /** The age of a table, from its last write, at which it is archived. */
  public Duration age() {
    return settings.age;
  }

  /** The storage class of data files; null for that of the bucket's spec. */
  public @Nullable StorageClass dataClass() {
    return settings.dataClass;
  }

  /** The method by which tables are archived. */
  public ArchiveMethodPolicy method() {
    return settings.method;
  }

  /** Whether a native export is compared with a scan of the table. */
  public boolean verifiesExportByScan() {
    return settings.verifiesExportByScan;
  }

  /** Whether a table may come to be archived by native export. */
  public boolean mayExport() {
    return settings.method != ArchiveMethodPolicy.SCAN && isInStandard(settings);
  }

  /** Whether a table may come to be scanned for its archive. */
  public boolean mayScan() {
    return settings.method != ArchiveMethodPolicy.EXPORT || settings.verifiesExportByScan;
  }

  /** Exports are written in STANDARD and in no other class. */
  private static boolean isInStandard(Builder settings) {
    StorageClass named =
        settings.dataClass == null ? settings.bucket.storageClass() : settings.dataClass;
    return named == null || named == StorageClass.STANDARD;
  }

  /** Read capacity that scans may spend a second; null to go by the table's own. */
  public @Nullable Double readUnitsPerSecond() {
    return settings.readUnitsPerSecond;
  }

  /** Into how many segments a table is cut; null to go by its size. */
  public @Nullable Integer segments() {
    return settings.segments;
  }

  /** The number of segments that are read at a time. */
  public int segmentsInFlight() {
    return settings.segmentsInFlight;
  }

  /** When a data file is closed. */
  public int fileBytes() {
    return settings.fileBytes;
  }

  /** Collects an {@link ArchivePolicy}. */
  public static final class Builder {
    private final BucketSpec bucket;
    private Duration age = Duration.ZERO;
    private ArchiveMethodPolicy method = ArchiveMethodPolicy.SCAN;
    private boolean verifiesExportByScan;
    private @Nullable StorageClass dataClass;
    private @Nullable Double readUnitsPerSecond;
    private @Nullable Integer segments;
    private int segmentsInFlight = SEGMENTS_IN_FLIGHT_DEFAULT;
    private int fileBytes = FILE_BYTES_DEFAULT;

    private Builder(BucketSpec bucket) {
      this.bucket = bucket;
    }

    private Builder(Builder other) {
      this(other.bucket);
      age = other.age;
      method = other.method;
      verifiesExportByScan = other.verifiesExportByScan;
      dataClass = other.dataClass;
      readUnitsPerSecond = other.readUnitsPerSecond;
      segments = other.segments;
      segmentsInFlight = other.segmentsInFlight;
      fileBytes = other.fileBytes;
    }

    /** Sets the age from the last write (the end of its period and the lateness); 0 by default. */
    public Builder age(Duration age) {
      this.age = requireNonNull(age);
      return this;
    }

    /**
     * Sets the method by which tables are archived; {@link ArchiveMethodPolicy#SCAN} by default.
     */
    public Builder method(ArchiveMethodPolicy method) {
      this.method = requireNonNull(method);
      return this;
    }

    /**
     * Has a native export compared with a scan of the table, by count and digest, for half a read
     * unit for each 4 KB. Every file of an export is read and compared with its manifest in any
     * case. Off by default; scans are always verified.
     */
    public Builder verifyExportByScan(boolean isOn) {
      this.verifiesExportByScan = isOn;
      return this;
    }

    /**
     * The storage class of data files, GLACIER and DEEP_ARCHIVE among them: then S3 restores them
     * first, which takes hours. Manifests keep the class of the bucket's spec. Native exports are
     * in STANDARD only: with another class, {@link ArchiveMethodPolicy#EXPORT} is refused and
     * {@link ArchiveMethodPolicy#AUTO} scans. A lifecycle rule of the bucket may move their files
     * later.
     */
    public Builder dataClass(StorageClass dataClass) {
      this.dataClass = requireNonNull(dataClass);
      return this;
    }

    /**
     * Read capacity units that scans may spend a second. A provisioned table with less is raised to
     * this for the time of its archive. Unless said, half of what a provisioned table has, and on
     * demand no limit.
     */
    public Builder readUnitsPerSecond(double units) {
      this.readUnitsPerSecond = units;
      return this;
    }

    /** Into how many segments a table is cut; by default, one for each GiB, and at least 4. */
    public Builder segments(int count) {
      this.segments = count;
      return this;
    }

    /**
     * Sets the number of segments that are read at a time, each with a file and two pages in
     * memory; {@value ArchivePolicy#SEGMENTS_IN_FLIGHT_DEFAULT} by default.
     */
    public Builder segmentsInFlight(int count) {
      this.segmentsInFlight = count;
      return this;
    }

    /**
     * When a data file is closed, in compressed bytes; 8 MiB by default. A file is what a run that
     * was broken off may have to write again.
     */
    public Builder fileBytes(int bytes) {
      this.fileBytes = bytes;
      return this;
    }

    /**
     * Makes the policy.
     *
     * @throws IllegalArgumentException if a number is out of range, or exports are to be in a
     *     storage class that they cannot be in
     */
    public ArchivePolicy build() {
      if (age.isNegative()) {
        throw new IllegalArgumentException(
            "age of an archive must not be negative but is " + TimeText.of(age));
      }
      if (readUnitsPerSecond != null
          && !(readUnitsPerSecond >= 1 && readUnitsPerSecond <= 1_000_000)) {
        throw new IllegalArgumentException(
            "readUnitsPerSecond must be 1 to 1000000 but is " + readUnitsPerSecond);
      }
      within("segments", segments == null ? 1 : segments, 1, SEGMENTS_MAX);
      within("segmentsInFlight", segmentsInFlight, 1, 64);
      within("fileBytes", fileBytes, FILE_BYTES_MIN, FILE_BYTES_MAX);
      if (method == ArchiveMethodPolicy.EXPORT && !isInStandard(this)) {
        throw new IllegalArgumentException(
            "DynamoDB exports to STANDARD only: say no other dataClass or bucket class with EXPORT, but let a lifecycle rule of the bucket move the files later, or say SCAN");
      }
      return new ArchivePolicy(new Builder(this));
    }

    private static void within(String what, int value, int min, int max) {
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            "%s must be %d to %d but is %d".formatted(what, min, max, value));
      }
    }
  }

  /** The method by which the period tables of a series are archived. The files are the same. */
  public enum ArchiveMethodPolicy {
    /**
     * By scan: on every engine, into every storage class, for read capacity, and always verified
     * against the table.
     */
    SCAN,

    /**
     * By native export: for no capacity, in DynamoDB's own time. Tables need point-in-time
     * recovery; a table without it is not archived, and the report says so.
     */
    EXPORT,

    /**
     * By native export where the table has point-in-time recovery, the engine knows exports, and
     * data files are to be in STANDARD; else by scan.
     */
    AUTO
  }

  /** The method of an archive. The files are the same. */
  public enum ArchiveMethod {
    /**
     * Evenkeel read the table with a parallel scan, twice: once to write the files, and once more
     * to verify them.
     */
    SCAN,

    /** DynamoDB wrote the files ({@code ExportTableToPointInTime}). */
    EXPORT
  }
}
