package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.EntityFixture.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.model.PutItemEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Writes on condition: of the version that was read, or of a large value. */
class EntityConditionTest extends VersionedDocs {
  @ParameterizedTest
  @EnumSource
  void write_staleVersion_failsAndLeavesNothing(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(doc);
    VersionedDoc stale = stored(table, doc);
    VersionedDoc fresh = stored(table, doc);
    fresh.setTitle("fresh");
    table.update(fresh);
    Set<String> before = outside();
    int intents = fixture.stored("intents").size();

    stale.setImage(noise(4444));
    assertThatThrownBy(() -> table.update(stale))
        .isInstanceOf(ConditionalCheckFailedException.class);
    assertThatThrownBy(() -> table.put(stale)).isInstanceOf(ConditionalCheckFailedException.class);

    assertThat(outside()).isEqualTo(before);
    assertThat(fixture.stored("intents")).hasSize(intents);
    assertValues(stored(table, doc), fresh);
  }

  @ParameterizedTest
  @EnumSource
  void put_onCondition_asksWhetherALargeValueIsThere(Kind kind) {
    EntityTable<VersionedDoc> table = table(kind);
    VersionedDoc doc = doc();
    table.put(onCondition(doc, "attribute_not_exists(image)"));
    VersionedDoc read = stored(table, doc);

    assertThatThrownBy(() -> table.put(onCondition(read, "attribute_not_exists(image)")))
        .isInstanceOf(ConditionalCheckFailedException.class);
    table.put(onCondition(read, "attribute_exists(image)"));
    assertThatThrownBy(
            () -> table.put(onCondition(stored(table, doc), "size(image) > size(image)")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'image'");
  }

  private static PutItemEnhancedRequest<VersionedDoc> onCondition(
      VersionedDoc doc, String condition) {
    return PutItemEnhancedRequest.builder(VersionedDoc.class)
        .item(doc)
        .conditionExpression(Expression.builder().expression(condition).build())
        .build();
  }
}
