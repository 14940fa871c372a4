/** What an upload reads, remembers and reports. */
@NullMarked
package dev.evenkeel.upload.spec;

import org.jspecify.annotations.NullMarked;
