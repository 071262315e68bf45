package org.scfs.it.architecture.wrong;

/** A class whose name says nothing, with a method that locks what everybody can lock. */
public final class ThingManager {

  private int things;

  synchronized void add() {
    things++;
  }

  synchronized int things() {
    return things;
  }
}
