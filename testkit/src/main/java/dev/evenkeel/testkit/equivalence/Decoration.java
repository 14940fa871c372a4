package dev.evenkeel.testkit.equivalence;

import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The decoration of a plain client under test, sync or async. */
public interface Decoration {
  /** A client over a plain one, which closes with it or is closed by its owner. */
  DynamoDbClient around(DynamoDbClient plain);

  /** A client over a plain one, which closes with it or is closed by its owner. */
  DynamoDbAsyncClient around(DynamoDbAsyncClient plain);

  /** The plain client itself. */
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
