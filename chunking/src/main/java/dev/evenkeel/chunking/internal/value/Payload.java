package dev.evenkeel.chunking.internal.value;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A value as bytes.
 *
 * @param type one of the seven types that can be large; its name is what is stored
 * @param bytes not copied: nobody may change them
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares payloads, and copies of them are dear.
public record Payload(AttributeValue.Type type, byte[] bytes) {}
