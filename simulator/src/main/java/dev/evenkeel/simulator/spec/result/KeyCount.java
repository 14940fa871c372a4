package dev.evenkeel.simulator.spec.result;

/**
 * The requests for one key.
 *
 * @param key as callers see it, or with its shard, as the context says
 * @param offered how many were made
 * @param accepted how many were served
 */
public record KeyCount(String key, long offered, long accepted) {}
