package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.upload.DistributedUpload;
import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadReport;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Evenkeel's own reactions to throttles, under a clock that advances a bit at each request. */
@ExtendWith(LocalDynamoDbExtension.class)
class UploadOverSimulatorTest {

  @Test
  void upload_throttledAllTheWay_storesEverything(DynamoDbClient local) {
    Events.create(local);
    AtomicLong millis = new AtomicLong();
    InstantSource ticking = () -> Instant.ofEpochMilli(millis.getAndAdd(300));
    SimulatedPartitions partitions =
        SimulatedPartitions.builder()
            .table(Events.spec(Capacity.provisioned(1, 20)))
            .clock(ticking)
            .build();

    UploadReport report =
        DistributedUpload.builder(partitions.wrap(local))
            .table(
                Events.TABLE,
                KeySchema.of(KeyAttribute.ofString("device"), KeyAttribute.ofString("at")))
            .source(UploadSources.items("sixty", Events.items("d", 60)))
            .build()
            .run();

    assertThat(report.complete()).isTrue();
    assertThat(Events.stored(local, "d")).hasSize(60);
    assertThat(partitions.throttled()).isNotEmpty();
  }
}
