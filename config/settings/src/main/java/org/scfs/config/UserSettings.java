package org.scfs.config;

import java.nio.file.Path;

/**
 * The section {@code [user]}: who works here.
 *
 * @param name the principal's name
 * @param identity the principal's key file, which only its owner may read
 */
public record UserSettings(String name, Path identity) {}
