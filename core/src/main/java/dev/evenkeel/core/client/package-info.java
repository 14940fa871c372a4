/** Delegating base classes for decorators of the SDK's DynamoDB clients. */
@NullMarked
package dev.evenkeel.core.client;

import org.jspecify.annotations.NullMarked;
