package dev.evenkeel.timeseries.spec.internal.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;

/** The tags of a table: one request a page, of which AWS allows ten a second. */
public final class TableTags {
  private TableTags() {}

  /** All tags, by key. */
  public static Flow<Map<String, String>> all(TableDescription table) {
    return read(table, null, null, new HashMap<>());
  }

  /** The tags up to the page that has a key; all of them if none has. */
  public static Flow<Map<String, String>> upTo(String key, TableDescription table) {
    return read(table, key, null, new HashMap<>());
  }

  /** Gives a table tags, beside those that it has. */
  public static Flow<Done> put(TableDescription table, Map<String, String> tags) {
    List<Tag> all =
        tags.entrySet().stream()
            .map(tag -> Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
            .toList();
    return TableCall.tag(
            TagResourceRequest.builder().resourceArn(table.tableArn()).tags(all).build())
        .map(answer -> Done.DONE);
  }

  private static Flow<Map<String, String>> read(
      TableDescription table,
      @Nullable String sought,
      @Nullable String token,
      Map<String, String> tags) {
    ListTagsOfResourceRequest request =
        ListTagsOfResourceRequest.builder().resourceArn(table.tableArn()).nextToken(token).build();
    return TableCall.listTags(request)
        .then(
            page -> {
              page.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
              return page.nextToken() == null || tags.containsKey(sought)
                  ? Flow.of(tags)
                  : read(table, sought, page.nextToken(), tags);
            });
  }
}
