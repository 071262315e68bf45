package org.scfs.coordination.testkit;

import org.scfs.coordination.CoordinationException;
import org.scfs.coordination.CoordinationService;

/** What a test of an implementation gives to the contract. */
public interface ContractHooks {

  /**
   * Connects another agent to one service that is empty at the start of each test. The
   * implementation's test closes it afterwards.
   */
  CoordinationService connect(String agent) throws CoordinationException;

  /** Makes the service end the session of this client, which notices it soon. */
  void expireSession(CoordinationService client);

  /** The next commit of this client is applied, but its answer is lost with the connection. */
  void loseNextReply(CoordinationService client);

  /** The next commit of this client is lost with the connection before the service sees it. */
  void loseNextRequest(CoordinationService client);
}
