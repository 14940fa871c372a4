/**
 * DynamoDB's five kinds of expression as values: parsed with the rules of the service, asked which
 * attributes they touch and how, and rendered back.
 */
@NullMarked
package dev.evenkeel.core.internal.expression;

import org.jspecify.annotations.NullMarked;
