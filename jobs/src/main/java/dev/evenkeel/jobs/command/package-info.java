/** The command line: options in, reports out. What is done is in the packages beside. */
@NullMarked
package dev.evenkeel.jobs.command;

import org.jspecify.annotations.NullMarked;
