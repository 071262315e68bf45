package org.scfs.coordination.testkit;

/**
 * Everything that a coordination service must do, as tests. An implementation's test implements the
 * hooks; a deviation is an override that asserts the deviation and says why.
 */
public interface CoordinationContract extends MetadataContract, LockContract, SessionContract {}
