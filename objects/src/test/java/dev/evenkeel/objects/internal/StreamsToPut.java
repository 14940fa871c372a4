package dev.evenkeel.objects.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultRule;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;

/** Sources of a few parts, and the bucket that they go to. */
@ExtendWith(LocalS3Extension.class)
abstract class StreamsToPut {
  static final int PART = BucketSpec.PART_BYTES_MIN;
  static final SdkBytes VALUE = Content.bytes(2 * PART + 1);
  static final SdkBytes TWO_PARTS = Content.bytes(PART + 1);

  final LocalS3 local;
  BucketSpec spec;

  StreamsToPut(LocalS3 local) {
    this.local = local;
  }

  @BeforeEach
  void newBucket() {
    spec = BucketSpec.builder(local.newBucket()).prefix("p").partBytes(PART).build();
  }

  ObjectsUnderTest open(Kind kind, FaultRule... rules) {
    return open(kind, Faults.of(rules));
  }

  ObjectsUnderTest open(Kind kind, FaultInjector faults) {
    return ObjectsUnderTest.open(kind, local, faults, spec);
  }

  void assertNothingLeft(ObjectsUnderTest store) {
    assertThat(store.list("", null).objects()).isEmpty();
    assertThat(store.openUploads("", null).uploads()).isEmpty();
  }
}
