/**
 * Seeded faults between a real SDK client and a real DynamoDB Local or S3 server. They are put in
 * below the client, at its HTTP client, so that they arrive through the SDK's own unmarshalling,
 * retries and timeouts as the exceptions that the service itself causes.
 */
@NullMarked
package dev.evenkeel.testkit.fault;

import org.jspecify.annotations.NullMarked;
