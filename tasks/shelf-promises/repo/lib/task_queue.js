'use strict';

/** Runs tasks one after the other, in the order in which they were added. A task is a function of a callback. */
class TaskQueue {
  constructor() {
    this.tasks = [];
    this.running = false;
  }

  add(task, callback) {
    this.tasks.push({ task, callback });
    if (!this.running) {
      this.running = true;
      process.nextTick(() => this.next());
    }
  }

  next() {
    const entry = this.tasks.shift();
    if (!entry) {
      this.running = false;
      return;
    }
    entry.task((error, result) => {
      process.nextTick(() => this.next());
      entry.callback(error, result);
    });
  }
}

module.exports = { TaskQueue };
