package org.scfs.depsky;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of one cloud.
 *
 * @param cloud its name
 * @param state how far it is to be relied on
 * @param explanation what is wrong, for a person; empty if it is healthy
 * @param requests how many requests were sent to it
 * @param failures how many of them failed, corruptions included
 * @param corruptions how many returned bytes that nobody stored, or lost an acknowledged object
 * @param lastFailure when a request failed last
 * @param typicalLatency how long a small request takes, smoothed; zero if none was answered yet
 */
public record CloudHealth(
    String cloud,
    CloudState state,
    String explanation,
    long requests,
    long failures,
    long corruptions,
    Optional<Instant> lastFailure,
    Duration typicalLatency) {}
