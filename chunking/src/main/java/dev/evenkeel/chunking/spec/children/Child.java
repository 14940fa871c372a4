package dev.evenkeel.chunking.spec.children;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One child of a parent.
 *
 * @param range what it is found and sorted by among the children of its parent: the value of the
 *     table's sort key. Where the element itself is the sort key, it is the element
 * @param element the element of the collection
 */
public record Child(AttributeValue range, AttributeValue element) {}
