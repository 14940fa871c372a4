/** Types whose listing {@code ApiListingTest} knows by heart. */
@NullMarked
package dev.evenkeel.examples.listed;

import org.jspecify.annotations.NullMarked;
