/** How commands find this user's agents and talk to them, over Unix domain sockets. */
@NullMarked
package org.scfs.agent.app.control;

import org.jspecify.annotations.NullMarked;
