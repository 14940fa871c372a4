package dev.evenkeel.chunking.spec.children;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class ChildCollectionSpecTest {
  private static final KeySchema THREADS =
      KeySchema.of(KeyAttribute.ofString("ForumName"), KeyAttribute.ofString("Subject"));

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  @Test
  void build_everythingWrong_isToldAtOnce() {
    ParentSet set =
        ParentSet.of(
            "Tags",
            KeySchema.of(KeyAttribute.ofBinary("Id"), KeyAttribute.ofString("Other")),
            "Other");

    assertThatThrownBy(
            () ->
                ChildCollectionSpec.builder("Tags")
                    .parentKey("Same", ScalarAttributeType.N)
                    .element("Same")
                    .rangeByDigest()
                    .parentSet(set)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ChildCollectionSpec for table 'Tags': parent key, range and element need attributes of"
                + " their own, but are [Same, Same]; a range is derived, but range is missing: name"
                + " the attribute that holds it; children need a table of their own, not that of"
                + " their parents; attribute 'Other' is a key of the parents, and no set; the"
                + " parents' key has two parts, which parent key 'Same' holds as text: make it an S;"
                + " key attribute 'Id' of the parents is a B, which cannot be a part of a text");
    assertThatThrownBy(() -> ChildCollectionSpec.builder("").build())
        .hasMessageContaining("the table name is empty")
        .hasMessageContaining("parentKey is missing")
        .hasMessageContaining("element is missing");
  }

  @Test
  void build_oneThingWrong_isRefused() {
    ChildCollectionSpec.Builder tags = ChildCollectionSpec.builder("Tags").element("Tag");

    assertThatThrownBy(
            () ->
                tags.parentKey("Id")
                    .parentSet(
                        ParentSet.of("Docs", KeySchema.of(KeyAttribute.ofNumber("No")), "Tags"))
                    .build())
        .hasMessageContaining("'Id' is of type S, but 'No' of the parents is of type N");
    assertThatThrownBy(
            () ->
                ChildCollectionSpec.builder("Tags")
                    .parentKey("Id")
                    .element("Tag")
                    .range("Digest", ScalarAttributeType.B)
                    .rangeByDigest()
                    .build())
        .hasMessageContaining("a digest is text");
    assertThatThrownBy(
            () ->
                ChildCollectionSpec.builder("arn:aws:dynamodb:eu-west-1:1:table/Docs")
                    .parentKey("Id")
                    .element("Tag")
                    .parentSet(
                        ParentSet.of("Docs", KeySchema.of(KeyAttribute.ofString("Id")), "Tags"))
                    .build())
        .hasMessageContaining("children need a table of their own");
  }

  @Test
  void toBuilder_ofEverySpec_buildsTheSame() {
    ChildCollectionSpec spec =
        ChildCollectionSpec.builder("Replies")
            .parentKey("Id")
            .range("At", ScalarAttributeType.N)
            .element("Message")
            .rangeOf(message -> AttributeValue.fromN("1"))
            .parentSet(ParentSet.of("Threads", THREADS, "Replies").withSeparator('|'))
            .build();

    ChildCollectionSpec again = spec.toBuilder().build();

    assertThat(again).hasToString(spec.toString());
    assertThat(again.key()).isEqualTo(spec.key());
    assertThat(again.element()).isEqualTo(spec.element());
    assertThat(again.parentSet()).isEqualTo(spec.parentSet());
    assertThat(again.child(s("a"))).isEqualTo(new Child(AttributeValue.fromN("1"), s("a")));
    ChildCollectionSpec tags =
        ChildCollectionSpec.builder("Tags").parentKey("Id").element("Tag").build();
    assertThat(tags.toBuilder().build().key()).isEqualTo(tags.key());
  }

  @Test
  void item_ofAChild_isWhatIsStored() {
    ChildCollectionSpec votes =
        ChildCollectionSpec.builder("Votes")
            .parentKey("Id")
            .element("Voter", ScalarAttributeType.N)
            .build();

    Map<String, AttributeValue> item =
        votes.item(s("poll"), votes.child(AttributeValue.fromN("1.50")));

    assertThat(item)
        .isEqualTo(Map.of("Id", s("poll"), "Voter", AttributeValue.fromN("1.5")))
        .isEqualTo(votes.key(s("poll"), AttributeValue.fromN("1.5")));
    assertThat(votes.childOf(item).element()).isEqualTo(AttributeValue.fromN("1.5"));
    assertThatThrownBy(
            () ->
                votes.item(
                    s("poll"), new Child(AttributeValue.fromN("1"), AttributeValue.fromN("2"))))
        .isInstanceOf(RefusedOperationException.class);
    assertThatThrownBy(() -> votes.childOf(Map.of("Id", s("poll"))))
        .hasMessageContaining("an item without attribute 'Voter'");
  }

  /** printf abc | openssl dgst -sha256 -binary | basenc --base64url */
  @Test
  void rangeByDigest_ofAText_isItsSha256() {
    ChildCollectionSpec digests =
        ChildCollectionSpec.builder("Digests")
            .parentKey("Id")
            .range("Digest")
            .element("Text")
            .rangeByDigest()
            .build();

    assertThat(digests.child(s("abc")).range())
        .isEqualTo(s("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"));
  }

  @Test
  void parentOf_twoParts_isTakenApartAgain() {
    ParentSet set = ParentSet.of("Thread", THREADS, "Tags");
    Map<String, AttributeValue> key =
        Map.of("ForumName", s("Amazon DynamoDB"), "Subject", s("Thread #1"));

    AttributeValue parent = set.parentOf(key);

    assertThat(parent).isEqualTo(s("Amazon DynamoDB#Thread #1"));
    assertThat(set.keyOf(parent)).isEqualTo(key);
  }
}
