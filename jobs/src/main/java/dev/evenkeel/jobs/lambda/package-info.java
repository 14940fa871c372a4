/**
 * The jobs as AWS Lambda functions, for EventBridge Scheduler and Step Functions to call. The
 * library aws-lambda-java-core is needed for these alone.
 */
@NullMarked
package dev.evenkeel.jobs.lambda;

import org.jspecify.annotations.NullMarked;
