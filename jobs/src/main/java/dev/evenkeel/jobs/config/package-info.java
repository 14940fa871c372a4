/**
 * The configuration file: read with the place of everything in it, held against the schema, and
 * turned into the specs that the builders make. Opens one file and nothing else.
 */
@NullMarked
package dev.evenkeel.jobs.config;

import org.jspecify.annotations.NullMarked;
