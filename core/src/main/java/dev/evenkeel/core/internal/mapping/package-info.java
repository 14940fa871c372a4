/** The features' annotations in schemas of the Enhanced Client; optional with it. */
@NullMarked
package dev.evenkeel.core.internal.mapping;

import org.jspecify.annotations.NullMarked;
