/** Annotated classes and tests of mapping them. */
@NullMarked
package dev.evenkeel.sharding.entity;

import org.jspecify.annotations.NullMarked;
