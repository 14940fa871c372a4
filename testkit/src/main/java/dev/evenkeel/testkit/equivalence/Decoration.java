package dev.evenkeel.testkit.equivalence;

import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What a test puts around a plain client, of either kind. */
public interface Decoration {
  /** A client over a plain one, which closes with it or is closed by its owner. */
  DynamoDbClient around(DynamoDbClient plain);

  /** A client over a plain one, which closes with it or is closed by its owner. */
  DynamoDbAsyncClient around(DynamoDbAsyncClient plain);

  /** Nothing: the plain client itself. */
  static Decoration none() {
    return new Decoration() {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return plain;
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return plain;
      }
    };
  }
}
