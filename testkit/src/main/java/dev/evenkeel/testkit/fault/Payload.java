package dev.evenkeel.testkit.fault;

/** The body of a request or a response: DynamoDB's are held in memory, S3's stream. */
sealed interface Payload permits HeldPayload, StreamedPayload {}
