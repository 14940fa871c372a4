/** The program {@code evenkeel}: what operators schedule. */
@NullMarked
package dev.evenkeel.jobs;

import org.jspecify.annotations.NullMarked;
