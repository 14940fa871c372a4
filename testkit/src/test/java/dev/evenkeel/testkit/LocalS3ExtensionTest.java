package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.testkit.engine.EngineTestKit;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;

@ExtendWith(LocalS3Extension.class)
class LocalS3ExtensionTest {
  private static final Set<URI> ENDPOINTS = new HashSet<>();
  private static final Set<S3Client> CLIENTS = new HashSet<>();

  private final LocalS3 injected;

  LocalS3ExtensionTest(LocalS3 injected) {
    this.injected = injected;
  }

  @BeforeEach
  void forget() {
    ENDPOINTS.clear();
    CLIENTS.clear();
  }

  @Test
  void resolveParameter_syncAndAsync_seeTheSameBuckets(S3Client client, S3AsyncClient asyncClient) {
    String bucket = injected.newBucket();
    assertThat(client.listBuckets().buckets()).extracting(Bucket::name).contains(bucket);
    assertThat(asyncClient.listBuckets().join().buckets())
        .extracting(Bucket::name)
        .contains(bucket);
  }

  @Nested
  class InNestedClass {
    @Test
    void resolveParameter_nestedClass_sharesTheServer(LocalS3 local) {
      assertThat(local).isSameAs(injected);
    }
  }

  @Test
  void extension_twoClasses_oneServerAllClosedAtTheEnd() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(First.class), selectClass(Second.class))
        .execute()
        .testEvents()
        .assertStatistics(events -> events.succeeded(2));

    assertThat(ENDPOINTS).hasSize(1).doesNotContain(injected.endpoint());
    assertThat(CLIENTS)
        .hasSize(2)
        .allSatisfy(
            client ->
                assertThatThrownBy(client::listBuckets)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("shut down"));
  }

  private static void note(LocalS3 local, S3Client client) {
    assertThat(client.listBuckets().buckets()).as("left by the class before").isEmpty();
    ENDPOINTS.add(local.endpoint());
    assertThat(local.newBucket()).isNotEmpty();
    CLIENTS.add(client);
  }

  @ExtendWith(LocalS3Extension.class)
  static final class First {
    @Test
    void create(LocalS3 local, S3Client client) {
      note(local, client);
    }
  }

  @ExtendWith(LocalS3Extension.class)
  static final class Second {
    @Test
    void create(LocalS3 local, S3Client client) {
      note(local, client);
    }
  }
}
