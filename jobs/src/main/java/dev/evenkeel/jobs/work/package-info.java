/** The jobs themselves, which the command and the Lambda handlers start alike. */
@NullMarked
package dev.evenkeel.jobs.work;

import org.jspecify.annotations.NullMarked;
