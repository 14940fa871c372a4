package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.EntityFixture.noise;
import static dev.evenkeel.chunking.entity.EntityFixture.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.DeleteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactDeleteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Deletes of items with values outside, on condition that the version is still the one that was
 * read. The SDK has no such delete of its own, so callers give the condition.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class VersionedDeleteTest {
  private static final TableSchema<VersionedDoc> SCHEMA = TableSchema.fromBean(VersionedDoc.class);

  /** Stores one with values in chunks and in S3, and changes it: its version is 2 then. */
  private static Key changed(EntityTable<VersionedDoc> table) {
    VersionedDoc doc = new VersionedDoc();
    doc.setId("doc");
    doc.setText(text(2000));
    doc.setImage(noise(2000));
    table.put(doc);
    Key key = table.resource().keyFrom(doc);
    VersionedDoc read = requireNonNull(table.get(key));
    read.setText(text(2100));
    assertThat(table.update(read).getVersion()).isEqualTo(2);
    return key;
  }

  private static Expression versionIs(long version) {
    return Expression.builder()
        .expression("#version = :version")
        .putExpressionName("#version", "version")
        .putExpressionValue(":version", AttributeValue.fromN(Long.toString(version)))
        .build();
  }

  private static DeleteItemEnhancedRequest delete(Key key, long version) {
    return DeleteItemEnhancedRequest.builder()
        .key(key)
        .conditionExpression(versionIs(version))
        .build();
  }

  private static <T> TransactWriteItemsEnhancedRequest inTransaction(
      EntityTable<T> table, Key key, long version) {
    return TransactWriteItemsEnhancedRequest.builder()
        .addDeleteItem(
            table.resource(),
            TransactDeleteItemEnhancedRequest.builder()
                .key(key)
                .conditionExpression(versionIs(version))
                .build())
        .build();
  }

  private static void assertStale(ThrowingCallable transaction) {
    assertThatThrownBy(transaction)
        .isInstanceOfSatisfying(
            TransactionCanceledException.class,
            canceled ->
                assertThat(canceled.cancellationReasons())
                    .extracting(CancellationReason::code)
                    .contains("ConditionalCheckFailed"));
  }

  private static void delete(
      EntityTable<VersionedDoc> table, Key key, long version, boolean transacted) {
    if (transacted) {
      table.transactWrite(inTransaction(table, key, version));
    } else {
      table.delete(delete(key, version));
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @CsvSource({"SYNC,false", "ASYNC,false", "SYNC,true", "ASYNC,true"})
  void delete_ofAVersion_deletesThatVersionAlone(
      Kind kind, boolean transacted, LocalDynamoDb local, LocalS3 s3) {
    try (EntityFixture fixture = new EntityFixture(local, s3)) {
      EntityTable<VersionedDoc> table = fixture.table(kind, fixture.spec("docs", SCHEMA), SCHEMA);
      table.create();
      Key key = changed(table);
      if (transacted) {
        assertStale(() -> delete(table, key, 1, true));
      } else {
        assertThatThrownBy(() -> delete(table, key, 1, false))
            .isInstanceOf(ConditionalCheckFailedException.class);
      }
      VersionedDoc kept = requireNonNull(table.get(key));
      assertThat(kept.getText()).isEqualTo(text(2100));
      assertThat(kept.getImage()).isEqualTo(noise(2000));
      delete(table, key, 2, transacted);
      assertThat(fixture.stored("docs")).isEmpty();
    }
  }
}
