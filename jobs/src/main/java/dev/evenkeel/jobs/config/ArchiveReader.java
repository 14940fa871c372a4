package dev.evenkeel.jobs.config;

import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** Reads the archive settings of a series. */
final class ArchiveReader {
  private ArchiveReader() {}

  static ArchivePolicy read(Section archive) {
    ArchivePolicy.Builder policy =
        ArchivePolicy.builder(BucketReader.read(archive.required("bucket")));
    archive.duration("age", policy::age);
    archive.value("method", ArchiveMethodPolicy::valueOf, policy::method);
    policy.verifyExportByScan(archive.isTrue("verifyExportByScan"));
    archive.value("dataClass", StorageClass::fromValue, policy::dataClass);
    if (archive.has("readUnitsPerSecond")) {
      policy.readUnitsPerSecond(archive.decimal("readUnitsPerSecond"));
    }
    archive.number("segments", policy::segments);
    archive.number("segmentsInFlight", policy::segmentsInFlight);
    archive.number("fileBytes", policy::fileBytes);
    return archive.build(policy::build);
  }
}
