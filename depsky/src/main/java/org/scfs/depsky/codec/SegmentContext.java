package org.scfs.depsky.codec;

import org.scfs.ports.Id128;

/**
 * What a segment's encryption is bound to: its bytes decrypt nowhere else.
 *
 * @param volume the volume
 * @param unit the data unit
 * @param index position of the segment in its version, from 0
 * @param last whether it is the last one of its version
 */
public record SegmentContext(Id128 volume, Id128 unit, int index, boolean last) {}
