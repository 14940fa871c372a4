package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.s3.S3Client;

/** Shared advice that is refused, fails or is forgotten, and what is left of it then. */
class RefusedAdviceTest extends SharedAdvice {
  RefusedAdviceTest(LocalDynamoDb dynamoDb, LocalS3 local, S3Client s3) {
    super(dynamoDb, local, s3);
  }

  @Test
  void advise_byOtherSettings_isRefusedUntilItIsForgotten() {
    SharedPass pass = pass();
    assertThat(advisor(client, 450, 1).advise(pass)).isPresent();

    assertThatThrownBy(() -> advisor().advise(pass))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'advice on visits, 450 items, in s3://")
        .hasMessageContaining("take another name");

    advisor(client, 450, 1).forget(pass);
    assertThat(files(pass)).isEmpty();
    assertWhole(advisor().advise(pass));
  }

  @Test
  void advise_intoABucketThatIsNotThere_failsBeforeAnythingIsWritten() {
    SharedPass pass = pass();
    BucketSpec none = BucketSpec.builder("no-such-bucket-here").build();

    assertThatThrownBy(() -> SharedAdvisor.of(client, s3, none, TABLE, 0).advise(pass))
        .isInstanceOf(ObjectStoreException.class);
    assertThat(SharedAdvisor.joining(pass, client, s3)).isEmpty();
  }

  @Test
  void forget_whatOthersHaveInTheFolder_isLeft() {
    SharedPass pass = pass();
    assertThat(advisor().advise(pass)).isPresent();
    String folder = bucket.fullKey(pass.name()) + "/";
    List<String> others =
        List.of(folder + "data", folder + "s000001/x", folder + "sub/s000000-" + UUID.randomUUID());
    others.forEach(
        key ->
            s3.putObject(put -> put.bucket(bucket.bucket()).key(key), RequestBody.fromString("")));

    advisor().forget(pass);

    assertThat(files(pass)).containsExactlyInAnyOrderElementsOf(others);
    assertThat(advisor().status(pass).segments()).isZero();
  }

  @Test
  void forget_aJobOfAnotherKindOrTable_isRefused() {
    SharedPass pass = pass();
    assertThat(advisor().advise(pass)).isPresent();
    SharedAdvisor other = SharedAdvisor.of(client, s3, bucket, "empty", 0);

    assertThatThrownBy(() -> other.forget(pass))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'advice on visits, 0 items");
    assertWhole(advisor().advise(pass));
  }

  @Test
  void advise_aJobThatIsNoNameOfAFolder_isRefusedBeforeAnythingIsSent() {
    AtomicInteger sent = new AtomicInteger();
    SharedPass pass = SharedPass.of("control", "..");

    assertThatThrownBy(() -> advisor(seeing(request -> sent.incrementAndGet()), 0, 1).advise(pass))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'../s000000'");
    assertThat(sent).hasValue(0);
  }

  @Test
  void advise_ofAFileThatIsGone_fails() {
    SharedPass pass = pass();
    assertThat(advisor().advise(pass)).isPresent();
    s3.deleteObject(delete -> delete.bucket(bucket.bucket()).key(files(pass).get(0)));

    assertThatThrownBy(() -> advisor().advise(pass))
        .isInstanceOfSatisfying(
            ObjectStoreException.class,
            failure ->
                assertThat(failure.reason()).isEqualTo(ObjectStoreException.Reason.OBJECT_MISSING));
  }

  @Test
  void advise_onNoTable_failsBeforeAnythingIsWritten() {
    SharedPass pass = pass();
    SharedAdvisor none = SharedAdvisor.of(client, s3, bucket, "none", 0);

    assertThatThrownBy(() -> none.advise(pass)).isInstanceOf(ResourceNotFoundException.class);
    assertThat(SharedAdvisor.joining(pass, client, s3)).isEmpty();
  }
}
