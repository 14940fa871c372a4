package dev.evenkeel.caching;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Caches over a table of replies by thread, whose pages are popular at once. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class ThreadPages {
  final LocalDynamoDb local;
  final DynamoDbClient plain;

  ThreadPages(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    Replies.create(plain);
  }

  Replies open(Kind kind) {
    return open(kind, Replies.spec());
  }

  Replies open(Kind kind, CachingSpec.Builder spec) {
    return new Replies(local, kind, spec.build());
  }
}
