package org.scfs.ports;

/**
 * The ports that every part of an agent needs, handed down from the one place that wires them.
 *
 * @param time clocks and timer
 * @param randomness source of keys and nonces
 * @param ids source of identifiers
 * @param tasks source of threads
 */
public record Environment(Time time, Randomness randomness, Ids ids, Tasks tasks) {}
