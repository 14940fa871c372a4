package dev.evenkeel.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import dev.evenkeel.upload.spec.UploadFailedException;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import dev.evenkeel.upload.spec.UploadReport;
import dev.evenkeel.upload.spec.UploadSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Uploads that their source or their table lets down. */
@ExtendWith(LocalDynamoDbExtension.class)
class UploadLetDownTest {
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  UploadLetDownTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    UploadTables.create(plain, UploadTables.PLAIN);
  }

  private int stored(String prefix) {
    return Uploads.storedValues(plain, "plain", prefix).size();
  }

  @Test
  void start_sourceThrowsAnError_failsTheFuture() {
    UploadSource source =
        new UploadSource() {
          @Override
          public String id() {
            throw new NoClassDefFoundError("Parser");
          }

          @Override
          public Cursor open(long position) {
            throw new AssertionError();
          }
        };
    CompletableFuture<UploadReport> run =
        DistributedAsyncUpload.builder(new NoCalls())
            .table("plain", Uploads.KEY)
            .source(source)
            .build()
            .start();

    assertThatThrownBy(run::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(NoClassDefFoundError.class);
  }

  private record NoCalls() implements DynamoDbAsyncClient {
    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  /** An attempt is one request, over a client that retries as clients do. */
  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_throttledAllTheTime_sendsAsOftenAsAttemptsSay(Uploads uploads) {
    FaultInjector faults =
        FaultPlan.seeded(1)
            .rule(FaultRule.inject(Fault.throttled(ThrottleLimit.PROVISIONED)))
            .build()
            .injector();

    for (List<ShardingSpec> specs : List.of(List.<ShardingSpec>of(), List.of(UploadTables.DRAWN))) {
      long before = faults.requestCount();
      assertThatThrownBy(
              () ->
                  uploads.run(
                      local,
                      faults,
                      specs,
                      upload ->
                          upload
                              .table(specs.isEmpty() ? "plain" : "drawn", Uploads.KEY)
                              .source(UploadSources.items("s", Uploads.sorted("throttled", 1, 1)))
                              .attempts(3)))
          .isInstanceOfSatisfying(
              UploadFailedException.class,
              failure -> assertThat(failure.reason()).isEqualTo(Reason.ATTEMPTS));
      assertThat(faults.requestCount() - before).isEqualTo(3);
    }
  }

  /** Every record before the failure is stored, however few there are. */
  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_sourceFails_storesWhatCameBefore(Uploads uploads) {
    String prefix = "torn" + uploads;
    List<Map<String, AttributeValue>> items = Uploads.sorted(prefix, 4, 10);
    UploadSource source =
        UploadSources.stream(
            "s",
            () ->
                IntStream.range(0, items.size())
                    .mapToObj(
                        i -> {
                          if (i == 33) {
                            throw new IllegalStateException("the source's own");
                          }
                          return items.get(i);
                        }));

    assertThatThrownBy(
            () ->
                uploads.run(
                    local,
                    Uploads.noFaults(),
                    List.of(),
                    upload -> upload.table("plain", Uploads.KEY).source(source)))
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.SOURCE);
              assertThat(failure.report().checkpoint().settledBelow()).isEqualTo(33);
            })
        .hasMessageContaining("IllegalStateException")
        .hasRootCauseMessage("the source's own");
    assertThat(stored(prefix)).isEqualTo(33);
  }

  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_cursorGivesNoItemAtAll_rejectsTheRecord(Uploads uploads) {
    String prefix = "null" + uploads;
    List<Map<String, AttributeValue>> items =
        Arrays.asList(Uploads.item(prefix, "1", "a"), null, Uploads.item(prefix, "2", "b"));
    UploadReport report =
        uploads.run(
            local,
            Uploads.noFaults(),
            List.of(),
            upload ->
                upload
                    .table("plain", Uploads.KEY)
                    .source(UploadSources.items("s", items))
                    .rejectedMax(1));

    assertThat(report.complete()).isTrue();
    assertThat(report.rejected()).singleElement().extracting("position").isEqualTo(1L);
    assertThat(stored(prefix)).isEqualTo(2);
  }
}
