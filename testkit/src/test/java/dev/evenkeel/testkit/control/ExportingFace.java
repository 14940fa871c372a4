package dev.evenkeel.testkit.control;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Lets one test run over the sync and the async client of a simulator of exports. */
enum ExportingFace {
  SYNC {
    @Override
    DynamoDbClient of(ExportSimulator simulator) {
      return simulator.client();
    }
  },
  ASYNC {
    @Override
    DynamoDbClient of(ExportSimulator simulator) {
      return ControlFace.joining(simulator.asyncClient());
    }
  };

  abstract DynamoDbClient of(ExportSimulator simulator);
}
