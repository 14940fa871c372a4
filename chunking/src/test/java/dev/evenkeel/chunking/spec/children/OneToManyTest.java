package dev.evenkeel.chunking.spec.children;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.KeyAttribute;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbIgnore;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbImmutable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class OneToManyTest {

  @DynamoDbBean
  public static class ForumThread {
    private String forumName = "";
    private String subject = "";
    private Set<String> tags = Set.of();

    @DynamoDbPartitionKey
    public String getForumName() {
      return forumName;
    }

    public void setForumName(String newForumName) {
      this.forumName = newForumName;
    }

    @DynamoDbSortKey
    public String getSubject() {
      return subject;
    }

    public void setSubject(String newSubject) {
      this.subject = newSubject;
    }

    @DynamoDbIgnore
    @OneToMany(table = "ThreadTags", parentKey = "Thread", element = "Tag", set = "Tags")
    public Set<String> getTags() {
      return tags;
    }

    public void setTags(Set<String> newTags) {
      this.tags = newTags;
    }
  }

  @Test
  void from_bean_isTheSpecAndNoAttribute() {
    TableSchema<ForumThread> schema = TableSchema.fromBean(ForumThread.class);
    ChildCollectionSpec spec = ChildCollectionSpec.from("Thread", schema, "tags");
    ForumThread thread = new ForumThread();
    thread.setForumName("Amazon DynamoDB");
    thread.setSubject("Thread 1");
    thread.setTags(Set.of("scan"));

    Map<String, AttributeValue> item = schema.itemToMap(thread, true);

    assertThat(item).containsOnlyKeys("forumName", "subject");
    assertThat(spec.tableName()).isEqualTo("ThreadTags");
    assertThat(spec.parentKey()).isEqualTo(KeyAttribute.ofString("Thread"));
    assertThat(spec.element()).isEqualTo(KeyAttribute.ofString("Tag"));
    assertThat(spec.elementIsRange()).isTrue();
    ParentSet set = spec.parentSet();
    assertThat(set).isNotNull();
    assertThat(set.tableName()).isEqualTo("Thread");
    assertThat(set.attribute()).isEqualTo("Tags");
    assertThat(set.parentOf(item)).isEqualTo(AttributeValue.fromS("Amazon DynamoDB#Thread 1"));
  }

  @DynamoDbImmutable(builder = Poll.Builder.class)
  public static final class Poll {
    private final long number;

    private Poll(long number) {
      this.number = number;
    }

    @DynamoDbPartitionKey
    public long number() {
      return number;
    }

    @DynamoDbIgnore
    @OneToMany(
        table = "Ballots",
        parentKey = "Poll",
        range = "At",
        rangeType = ScalarAttributeType.N,
        element = "Voter")
    public Set<Long> voters() {
      return Set.of();
    }

    public static Builder builder() {
      return new Builder();
    }

    public static final class Builder {
      private long number;

      public Builder number(long newNumber) {
        this.number = newNumber;
        return this;
      }

      public Poll build() {
        return new Poll(number);
      }
    }
  }

  @Test
  void from_immutableWithRange_isTheSpec() {
    ChildCollectionSpec spec =
        ChildCollectionSpec.from("Polls", TableSchema.fromImmutableClass(Poll.class), "voters");

    assertThat(spec.parentKey()).isEqualTo(KeyAttribute.ofNumber("Poll"));
    assertThat(spec.range()).isEqualTo(KeyAttribute.ofNumber("At"));
    assertThat(spec.element()).isEqualTo(KeyAttribute.ofNumber("Voter"));
    assertThat(spec.parentSet()).isNull();
    assertThat(spec.derivesRange()).isFalse();
  }

  /** Each property but the key is wrong in its own way. */
  @DynamoDbBean
  public static class Wrong {
    private String id = "";
    private Set<String> kept = Set.of();

    @DynamoDbPartitionKey
    public String getId() {
      return id;
    }

    public void setId(String newId) {
      this.id = newId;
    }

    @OneToMany(table = "T", parentKey = "P", element = "E")
    public Set<String> getKept() {
      return kept;
    }

    public void setKept(Set<String> newKept) {
      this.kept = newKept;
    }

    @DynamoDbIgnore
    @OneToMany(table = "T", parentKey = "P", element = "E")
    public String getText() {
      return "";
    }

    public void setText(String text) {}

    @DynamoDbIgnore
    @OneToMany(table = "T", parentKey = "P", element = "E")
    public Set<Object> getAnything() {
      return Set.of();
    }

    @DynamoDbIgnore
    @OneToMany(table = "T", parentKey = "P", element = "E")
    public Set<String> getTwice() {
      return Set.of();
    }

    @OneToMany(table = "T", parentKey = "P", element = "E")
    public void setTwice(Set<String> twice) {}

    @DynamoDbIgnore
    @OneToMany(table = "T", parentKey = "P", element = "E", set = "kept")
    public Set<String> getStillWritten() {
      return Set.of();
    }

    @DynamoDbIgnore
    @OneToMany(table = "T", parentKey = "P", element = "P")
    public Set<String> getOneName() {
      return Set.of();
    }

    @DynamoDbIgnore
    @OneToMany(table = "Parents", parentKey = "P", element = "E", set = "S")
    public Set<String> getOwnTable() {
      return Set.of();
    }

    @DynamoDbIgnore
    @OneToMany(table = "T", parentKey = "P", element = "")
    public Set<String> getNameless() {
      return Set.of();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kept | it would be written as an attribute of the item: put @DynamoDbIgnore beside",
        "text | it is no collection of texts, numbers or binaries",
        "anything | it is no collection of texts, numbers or binaries",
        "twice | it carries @OneToMany twice",
        "stillWritten | attribute 'kept', from which elements are moved, is still written",
        "oneName | need attributes of their own, but are [P, P]",
        "ownTable | children need a table of their own",
        "nameless | a key attribute needs a name",
        "id | no getter or setter of that name carries @OneToMany",
        "nowhere | no getter or setter of that name carries @OneToMany"
      })
  void from_nonsense_isRefusedWithClassAndProperty(String property, String problem) {
    TableSchema<Wrong> schema = TableSchema.fromBean(Wrong.class);

    assertThatThrownBy(() -> ChildCollectionSpec.from("Parents", schema, property))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "Class " + Wrong.class.getName() + ", property '" + property + "': ")
        .hasMessageContaining(problem);
  }
}
