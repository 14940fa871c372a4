/** The shared part of all Evenkeel decorators: exceptions, and in sub-packages the machinery. */
@NullMarked
package dev.evenkeel.core;

import org.jspecify.annotations.NullMarked;
