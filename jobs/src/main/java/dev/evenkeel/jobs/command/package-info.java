/** The command line: options in, reports out. The jobs themselves are in the sibling packages. */
@NullMarked
package dev.evenkeel.jobs.command;

import org.jspecify.annotations.NullMarked;
