#!/usr/bin/env python3
"""A server that redirects every request to another: redirecting.py PORTFILE URL. It ends after five minutes."""

import http.server, os, sys, threading

# What is beside this file needs no cache there.
sys.dont_write_bytecode = True
from answering import Answering

# Whoever waits for the end of what started it does not wait for this.
os.closerange(3, 256)
port_file, target = sys.argv[1:3]


class Handler(Answering):
    def answer(self):
        self.body()
        self.send(301, headers=[("Location", target)])

    do_GET = do_PUT = do_PROPFIND = do_REPORT = do_OPTIONS = answer


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Timer(300, os._exit, [0]).start()
with open(port_file + ".new", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(port_file + ".new", port_file)
server.serve_forever()
