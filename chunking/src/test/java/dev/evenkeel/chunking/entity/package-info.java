/** Entities of the Enhanced Client with large values. */
@NullMarked
package dev.evenkeel.chunking.entity;

import org.jspecify.annotations.NullMarked;
