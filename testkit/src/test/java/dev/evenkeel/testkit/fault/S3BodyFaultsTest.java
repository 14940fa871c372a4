package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** Connections that break in the middle of a body, and bytes that change on the way. */
@ExtendWith(LocalS3Extension.class)
class S3BodyFaultsTest {
  private static final byte[] CONTENT = content(300_000);

  private static String bucket = "";

  private final LocalS3 local;
  private final S3Client plain;

  S3BodyFaultsTest(LocalS3 local, S3Client plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void store(LocalS3 local, S3Client client) {
    bucket = local.newBucket();
    client.putObject(r -> r.bucket(bucket).key("k"), RequestBody.fromBytes(CONTENT));
    client.putObject(r -> r.bucket(bucket).key("empty"), RequestBody.empty());
  }

  private static byte[] content(int size) {
    byte[] bytes = new byte[size];
    new SplittableRandom(1).nextBytes(bytes);
    return bytes;
  }

  private static FaultInjector always(Fault fault) {
    return seeded(1, fault);
  }

  private static FaultInjector seeded(long seed, Fault fault) {
    return FaultPlan.seeded(seed).rule(FaultRule.inject(fault)).build().injector();
  }

  private byte[] get(ClientKind tested, FaultInjector faults) {
    try (S3Client client = tested.client(local, faults)) {
      return client.getObjectAsBytes(r -> r.bucket(bucket).key("k")).asByteArray();
    }
  }

  /** The bytes that a sync caller reads before the failure. */
  private byte[] readUntilFailure(FaultInjector faults) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    try (S3Client client = ClientKind.SYNC.client(local, faults);
        ResponseInputStream<GetObjectResponse> stream =
            client.getObject(r -> r.bucket(bucket).key("k"))) {
      assertThatThrownBy(() -> stream.transferTo(read)).isInstanceOf(SocketException.class);
    }
    return read.toByteArray();
  }

  /** The bytes that an async caller receives before the failure. */
  private byte[] receiveUntilFailure(FaultInjector faults) {
    ByteArrayOutputStream received = new ByteArrayOutputStream();
    try (S3AsyncClient client = local.asyncClient(faults.asyncHttpClientBuilder())) {
      CompletableFuture<Void> done =
          client
              .getObject(r -> r.bucket(bucket).key("k"), AsyncResponseTransformer.toPublisher())
              .thenCompose(stream -> stream.subscribe(piece -> write(received, piece)));
      assertThatThrownBy(done::join).hasRootCauseInstanceOf(SocketException.class);
    }
    return received.toByteArray();
  }

  private static void write(ByteArrayOutputStream target, ByteBuffer piece) {
    byte[] copy = new byte[piece.remaining()];
    piece.get(copy);
    target.writeBytes(copy);
  }

  @Test
  void downloadCut_afterSoManyBytes_exactlyTheseArrive() throws IOException {
    for (int bytes : new int[] {0, 1, 100_000, CONTENT.length - 1, CONTENT.length}) {
      byte[] expected = Arrays.copyOf(CONTENT, bytes);
      assertThat(readUntilFailure(always(Fault.downloadCut(bytes)))).isEqualTo(expected);
      assertThat(receiveUntilFailure(always(Fault.downloadCut(bytes)))).isEqualTo(expected);
    }
  }

  @Test
  void downloadCut_afterMoreThanThereIs_failsAtTheEnd() throws IOException {
    assertThat(readUntilFailure(always(Fault.downloadCut(Long.MAX_VALUE)))).isEqualTo(CONTENT);
    assertThat(receiveUntilFailure(always(Fault.downloadCut(Long.MAX_VALUE)))).isEqualTo(CONTENT);
  }

  @Test
  void downloadCut_drawn_dependsOnTheSeedAlone() throws IOException {
    byte[] read = readUntilFailure(seeded(7, Fault.downloadCut()));

    assertThat(read).hasSizeLessThan(CONTENT.length);
    assertThat(receiveUntilFailure(seeded(7, Fault.downloadCut()))).isEqualTo(read);
    assertThat(readUntilFailure(seeded(8, Fault.downloadCut()))).isNotEqualTo(read);
  }

  @ParameterizedTest
  @EnumSource
  void downloadCut_firstAttempt_theSdkRetriesAndGetsTheWhole(ClientKind tested) {
    FaultInjector faults =
        FaultPlan.seeded(1).rule(FaultRule.inject(Fault.downloadCut()).first(1)).build().injector();
    try (S3Client client = tested.retrying(local, faults)) {
      assertThat(client.getObjectAsBytes(r -> r.bucket(bucket).key("k")).asByteArray())
          .isEqualTo(CONTENT);
    }
    assertThat(faults.requestCount()).isEqualTo(2);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void downloadCut_manyInARow_leavesTheClientInOrder(ClientKind tested) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.downloadCut()).first(60))
            .build()
            .injector();
    try (S3Client client = tested.client(local, faults)) {
      for (int i = 0; i < 60; i++) {
        assertThatThrownBy(() -> client.getObjectAsBytes(r -> r.bucket(bucket).key("k")))
            .isInstanceOf(SdkClientException.class)
            .hasRootCauseInstanceOf(SocketException.class);
      }
      assertThat(client.getObjectAsBytes(r -> r.bucket(bucket).key("k")).asByteArray())
          .isEqualTo(CONTENT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void corruptDownload_givenOffset_turnsOneBitThere(ClientKind tested) {
    for (int offset : new int[] {0, 123_456, CONTENT.length - 1}) {
      byte[] expected = CONTENT.clone();
      expected[offset] ^= 1;
      assertThat(get(tested, always(Fault.corruptDownload(offset)))).isEqualTo(expected);
    }
    assertThat(get(tested, always(Fault.corruptDownload(CONTENT.length)))).isEqualTo(CONTENT);
  }

  @ParameterizedTest
  @EnumSource
  void corruptDownload_drawn_isOneByteThatDependsOnTheSeedAlone(ClientKind tested) {
    byte[] corrupted = get(tested, seeded(7, Fault.corruptDownload()));

    assertThat(IntStream.range(0, CONTENT.length).filter(i -> corrupted[i] != CONTENT[i]))
        .hasSize(1);
    assertThat(get(ClientKind.SYNC, seeded(7, Fault.corruptDownload()))).isEqualTo(corrupted);
    assertThat(get(ClientKind.SYNC, seeded(8, Fault.corruptDownload()))).isNotEqualTo(corrupted);
  }

  @ParameterizedTest
  @EnumSource
  void downloadFaults_emptyOrMissingObject_leaveThemAsTheyAre(ClientKind tested) {
    FaultInjector faults = always(Fault.corruptDownload());
    try (S3Client client = tested.client(local, faults)) {
      assertThat(client.getObjectAsBytes(r -> r.bucket(bucket).key("empty")).asByteArray())
          .isEmpty();
      assertThatThrownBy(() -> client.getObjectAsBytes(r -> r.bucket(bucket).key("none")))
          .isInstanceOf(NoSuchKeyException.class);
    }
    assertThat(faults.journal()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void uploadCut_put_storesNothingAndLeavesTheClientInOrder(ClientKind tested) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.uploadCut(0)).nth(1))
            .rule(FaultRule.inject(Fault.uploadCut(100_000)).nth(1))
            .rule(FaultRule.inject(Fault.uploadCut()).first(10))
            .build()
            .injector();
    String key = "cut by " + tested;
    try (S3Client client = tested.client(local, faults)) {
      for (int i = 0; i < 12; i++) {
        assertThatThrownBy(
                () ->
                    client.putObject(
                        r -> r.bucket(bucket).key(key), RequestBody.fromBytes(CONTENT)))
            .isInstanceOf(SdkClientException.class)
            .hasRootCauseInstanceOf(SocketException.class);
      }
      assertThatThrownBy(() -> plain.headObject(r -> r.bucket(bucket).key(key)))
          .isInstanceOf(NoSuchKeyException.class);

      client.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromBytes(CONTENT));
    }
    assertThat(plain.getObjectAsBytes(r -> r.bucket(bucket).key(key)).asByteArray())
        .isEqualTo(CONTENT);
  }

  @ParameterizedTest
  @EnumSource
  void uploadCut_firstAttemptAtAPart_theSdkRetriesAndStoresTheWhole(ClientKind tested) {
    FaultInjector faults =
        FaultPlan.seeded(1).rule(FaultRule.inject(Fault.uploadCut()).first(1)).build().injector();
    String key = "parts by " + tested;
    String upload = plain.createMultipartUpload(r -> r.bucket(bucket).key(key)).uploadId();
    try (S3Client client = tested.retrying(local, faults)) {
      client.uploadPart(
          r -> r.bucket(bucket).key(key).uploadId(upload).partNumber(1),
          RequestBody.fromBytes(CONTENT));
    }
    assertThat(faults.requestCount()).isEqualTo(2);
    assertThat(plain.listParts(r -> r.bucket(bucket).key(key).uploadId(upload)).parts())
        .singleElement()
        .satisfies(part -> assertThat(part.size()).isEqualTo(CONTENT.length));
  }

  @Test
  void factories_negativePlace_isRefused() {
    assertThatThrownBy(() -> Fault.downloadCut(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the place must be >= 0 but was -1");
  }
}
