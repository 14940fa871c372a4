/** Small programs that show one thing each, run against a local DynamoDB. */
@NullMarked
package dev.evenkeel.examples;

import org.jspecify.annotations.NullMarked;
