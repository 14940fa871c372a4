package dev.evenkeel.timeseries.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.StorageClass;

class ArchivePolicyTest {
  private static final BucketSpec BUCKET = BucketSpec.builder("archives").build();

  @Test
  void build_nothingSaid_scans() {
    ArchivePolicy policy = ArchivePolicy.builder(BUCKET).build();

    assertThat(policy.method()).isEqualTo(ArchiveMethodPolicy.SCAN);
    assertThat(policy.verifiesExportByScan()).isFalse();
    assertThat(policy.mayExport()).isFalse();
    assertThat(policy.mayScan()).isTrue();
  }

  @Test
  void build_exportIntoAnotherClass_isRefused() {
    ArchivePolicy.Builder frozen =
        ArchivePolicy.builder(BUCKET)
            .method(ArchiveMethodPolicy.EXPORT)
            .dataClass(StorageClass.GLACIER);
    ArchivePolicy.Builder cooler =
        ArchivePolicy.builder(BUCKET.inClass(StorageClass.STANDARD_IA))
            .method(ArchiveMethodPolicy.EXPORT);

    assertThatThrownBy(frozen::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("DynamoDB exports to STANDARD only");
    assertThatThrownBy(cooler::build).isInstanceOf(IllegalArgumentException.class);
    assertThat(frozen.dataClass(StorageClass.STANDARD).build().mayExport()).isTrue();
    assertThat(cooler.method(ArchiveMethodPolicy.AUTO).build().mayExport()).isFalse();
  }

  @Test
  void mayScan_export_onlyToVerify() {
    ArchivePolicy.Builder export = ArchivePolicy.builder(BUCKET).method(ArchiveMethodPolicy.EXPORT);

    assertThat(export.build().mayScan()).isFalse();
    assertThat(export.verifyExportByScan(true).build().mayScan()).isTrue();
    assertThat(export.method(ArchiveMethodPolicy.AUTO).verifyExportByScan(false).build().mayScan())
        .isTrue();
  }
}
