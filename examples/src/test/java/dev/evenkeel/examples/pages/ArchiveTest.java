package dev.evenkeel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

// [docs:s3]
@ExtendWith(LocalS3Extension.class)
class ArchiveTest {
  @Test
  void archive_oldOrder_isStored(LocalS3 local, S3Client client) { // or S3AsyncClient
    String bucket = local.newBucket();
    client.putObject(put -> put.bucket(bucket).key("4711"), RequestBody.fromString("an order"));
    assertThat(client.getObjectAsBytes(get -> get.bucket(bucket).key("4711")).asUtf8String())
        .isEqualTo("an order");
  }
}
// [docs]
