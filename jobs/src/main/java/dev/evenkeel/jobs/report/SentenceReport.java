package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A report that is a sentence for people.
 *
 * @param json the same for programs
 * @param text the sentence, which ends its line
 */
public record SentenceReport(ObjectNode json, String text) implements Report {}
