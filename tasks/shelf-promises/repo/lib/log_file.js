'use strict';

const fs = require('node:fs');
const { decode } = require('./codec');

/** The file below a store: appended to, read once, sometimes rewritten. */
class LogFile {
  constructor(path) {
    this.path = path;
    this.fd = undefined;
    this.size = 0;
  }

  /** Opens the file, drops an unfinished last line, and gives its batches. */
  open(callback) {
    fs.open(this.path, 'a+', (error, fd) => {
      if (error) return callback(error);
      this.fd = fd;
      fs.readFile(this.path, 'utf8', (error, text) => {
        if (error) return this.close(() => callback(error));
        let content;
        try {
          content = decode(text);
        } catch (error) {
          return this.close(() => callback(error));
        }
        this.size = Buffer.byteLength(text.slice(0, content.length));
        fs.ftruncate(fd, this.size, (error) => {
          if (error) return this.close(() => callback(error));
          callback(null, content.batches);
        });
      });
    });
  }

  append(line, callback) {
    fs.appendFile(this.fd, line, (error) => {
      if (error) return callback(error);
      this.size += Buffer.byteLength(line);
      callback(null);
    });
  }

  /** Replaces the content in one step: a crash leaves the old file or the new one. */
  rewrite(content, callback) {
    const next = `${this.path}.next`;
    fs.writeFile(next, content, (error) => {
      if (error) return callback(error);
      fs.rename(next, this.path, (error) => {
        if (error) return callback(error);
        fs.open(this.path, 'a+', (error, fd) => {
          if (error) return callback(error);
          const old = this.fd;
          const saved = this.size - Buffer.byteLength(content);
          this.fd = fd;
          this.size = Buffer.byteLength(content);
          fs.close(old, (error) => callback(error, saved));
        });
      });
    });
  }

  close(callback) {
    const fd = this.fd;
    this.fd = undefined;
    if (fd === undefined) return process.nextTick(callback, null);
    fs.close(fd, callback);
  }
}

module.exports = { LogFile };
