/** What an upload reads, remembers and reports. */
@NullMarked
package dev.evenkeel.sharding.spec.upload;

import org.jspecify.annotations.NullMarked;
