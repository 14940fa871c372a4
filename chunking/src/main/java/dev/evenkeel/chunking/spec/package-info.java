/** The configuration: which attributes are large, where their values go, and the failures. */
@NullMarked
package dev.evenkeel.chunking.spec;

import org.jspecify.annotations.NullMarked;
