package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;

class SettingUpdatesTest {
  private static final String NAME = "t_2026-03-10";
  private static final TableDescription TABLE =
      TableDescription.builder().tableName(NAME).tableArn("arn:" + NAME).build();
  private static final LedgerEntry ENTRY =
      LedgerEntry.building(
          NAME,
          new TimeSpan(
              Instant.parse("2026-03-10T00:00:00Z"), Instant.parse("2026-03-11T00:00:00Z")));

  private final List<DynamoDbRequest> sent = new ArrayList<>();
  private String keyOnSecondPage = TableOwnership.TAG;

  private Object answer(Request<?> request) {
    DynamoDbRequest asked = ((TableCall<?>) request).request();
    sent.add(asked);
    if (!(asked instanceof ListTagsOfResourceRequest list)) {
      return TagResourceResponse.builder().build();
    }
    ListTagsOfResourceResponse.Builder page = ListTagsOfResourceResponse.builder();
    return list.nextToken() == null
        ? page.tags(tag("team", "x")).nextToken("2").build()
        : page.tags(tag(keyOnSecondPage, "t")).build();
  }

  private static Tag tag(String key, String value) {
    return Tag.builder().key(key).value(value).build();
  }

  private SettingUpdates.Made make() {
    return SyncRunner.create()
        .run(
            SettingUpdates.make(FreezeTableTest.context(), TABLE, ENTRY),
            this::answer,
            Deadline.NONE);
  }

  @Test
  void tags_ownOnTheSecondPage_areNotWrittenAgain() {
    assertThat(make()).isEqualTo(new SettingUpdates.Made(Set.of(), null));

    assertThat(sent).hasSize(2).allMatch(ListTagsOfResourceRequest.class::isInstance);
  }

  @Test
  void tags_ownOnNoPage_isWritten() {
    keyOnSecondPage = "owner";

    assertThat(make()).isEqualTo(new SettingUpdates.Made(Set.of(), null));

    assertThat(sent).hasSize(3);
    assertThat(((TagResourceRequest) sent.get(2)).tags())
        .containsExactly(tag(TableOwnership.TAG, "t"));
  }
}
