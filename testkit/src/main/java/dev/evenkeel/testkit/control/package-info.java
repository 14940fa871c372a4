/**
 * DynamoDB's table operations as they are in truth: asynchronous, eventually consistent and
 * rationed. Pass or fail in virtual time, so that years of a table's life take a second and every
 * run can be repeated from its seed.
 */
@NullMarked
package dev.evenkeel.testkit.control;

import org.jspecify.annotations.NullMarked;
