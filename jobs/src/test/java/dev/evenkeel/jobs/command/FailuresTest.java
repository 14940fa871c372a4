package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Messages at a terminal contain no names of Java classes. */
class FailuresTest {
  @Test
  void line_fileThatCannotBeWritten_namesItAndWhy() {
    assertThat(Failures.line(new NoSuchFileException("/none/plan.json")))
        .isEqualTo("evenkeel: /none/plan.json: there is no such file or folder.");
    assertThat(Failures.line(new UncheckedIOException(new AccessDeniedException("plan.json"))))
        .isEqualTo("evenkeel: plan.json: access is denied.");
    assertThat(Failures.line(new FileSystemException("/tmp", null, "Is a directory")))
        .isEqualTo("evenkeel: /tmp: Is a directory.");
  }

  @Test
  void line_hostThatNobodyKnows_namesIt() {
    Connection nowhere =
        new Connection("eu-central-1", URI.create("http://none.invalid:8000"), null);
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
    try (var client = Clients.ofTheSdk().dynamodb(nowhere)) {
      assertThatThrownBy(() -> client.listTables())
          .isInstanceOfSatisfying(
              SdkClientException.class,
              failure ->
                  assertThat(Failures.line(failure))
                      .isEqualTo(
                          "evenkeel: no host is known by the name of the endpoint, 'none.invalid'. Check the region, the endpoint and the network."));
    } finally {
      System.clearProperty("aws.accessKeyId");
      System.clearProperty("aws.secretAccessKey");
    }
  }

  @Test
  void line_sentencesThatEnd_endOnce() {
    assertThat(Failures.line(new IllegalArgumentException("region must not be blank.")))
        .isEqualTo("evenkeel: region must not be blank.");
    assertThat(Failures.line(SdkClientException.create("Connection refused")))
        .endsWith("Connection refused. Check the region, the endpoint and the network.");
  }

  @Test
  void line_emulatorThatIsNotSaidToBeOne_saysHow() {
    assertThat(
            Failures.line(
                DynamoDbException.builder()
                    .awsErrorDetails(
                        AwsErrorDetails.builder()
                            .errorCode("UnknownOperationException")
                            .errorMessage("An unknown operation was requested.")
                            .build())
                    .build()))
        .contains("An unknown operation was requested. AWS knows all operations")
        .contains("localEngine: true");
  }
}
